import { isDeepStrictEqual } from 'node:util';
import type { Response } from 'express';
import type { z } from 'zod';
import { coerceText, shapeOf } from '#shared/contract/coerce';
import { consoleContract, derivedContract, type ListCallName } from '#shared/contract/console';
import type { Contract, Endpoint } from '#shared/contract/endpoint';
import type { ProductContract } from '#shared/contract/index';
import type { ListRequest } from '#shared/contract/list';
import { manageContract } from '#shared/contract/staff';
import { ProductError } from '#shared/errors';
import type { StaffCaller } from '../modules/base/caller.ts';
import type { ConsoleResource, ListReader } from '../modules/base/console-list.ts';
import { type AnyHandler, type Exchange, type Handlers, isTextual, parse } from './mount.ts';
import { withTotal } from './total.ts';
import { isChangeOfRecord, refuseOther, refuseUnknown } from './unknown-fields.ts';

interface ListExchange {
  input: ListRequest;
  caller: StaffCaller;
  response: Response;
}

/** Handlers of every list of the console. */
export function listRoutes(
  resources: readonly ConsoleResource[],
  reader: ListReader,
): Pick<Handlers<ProductContract>, ListCallName> {
  const handlers = resources.map(({ callName, listFor }) => [
    callName,
    async ({ input, caller, response }: ListExchange) =>
      withTotal(response, await reader.page(listFor(caller), input, caller)),
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers<ProductContract>, ListCallName>;
}

/** Handlers of the calls that follow from others: see `derivedContract`. */
export function derivedRoutes(
  handlers: Readonly<Record<string, unknown>>,
  resources: readonly ConsoleResource[],
  reader: ListReader,
): Record<string, AnyHandler> {
  const routes: Record<string, AnyHandler> = {};
  for (const { callName, listFor } of resources) {
    if (!(`${callName}Row` in derivedContract)) continue;
    routes[`${callName}Row`] = async ({ params, caller }) => {
      const { id } = params as { id: string };
      const row = await reader.one(listFor(caller as unknown as StaffCaller), id, caller as unknown as StaffCaller);
      if (row === undefined) throw new ProductError('record.not_found');
      return row;
    };
  }
  const all: Contract = { ...consoleContract, ...derivedContract, ...manageContract };
  const handlerOf = (name: string) => (routes[name] ?? handlers[name]) as AnyHandler;
  for (const [name, patch] of Object.entries<Endpoint>({ ...consoleContract, ...manageContract })) {
    if (!isChangeOfRecord(patch)) continue;
    const one = Object.entries(all).find(([, { method, path }]) => method === 'GET' && path === patch.path);
    if (!one) throw new Error(`No call reads the record that ${name} changes`);
    const [readName, { output }] = one;
    const change = handlerOf(name);
    const presentOf = async (exchange: Exchange<Endpoint>) =>
      plain(output.parse(await handlerOf(readName)(exchange))) as Record<string, unknown>;
    routes[name] = async (exchange) => {
      const { beyond } = exchange;
      const { version } = exchange.input as { version?: unknown };
      if (Object.keys(beyond).length > 0) refuseOther(beyond, await presentOf(exchange), version);
      return change(exchange);
    };
    if (patch.method !== 'PATCH') continue;
    routes[`${name}Whole`] = async (exchange) => {
      const present = await presentOf(exchange);
      const fields = exchange.input as Record<string, unknown>;
      const sent = isTextual(patch, exchange.request) ? coerceText(output, coerceText(patch.input, fields)) : fields;
      const input = changesOf(patch.input, present, sent);
      if (!input) return patch.output.parse(present);
      refuseUnknown(patch, input);
      return change({ ...exchange, input: parse(patch.input, input) } as Exchange<Endpoint>);
    };
  }
  return routes;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Changes in a whole record, with the fields that a change requires; undefined when nothing changes. Throws
 * `request.invalid` with every field that differs and cannot be changed.
 */
function changesOf(
  patch: z.ZodType,
  present: Record<string, unknown>,
  sent: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const shape = shapeOf(patch) ?? {};
  const changed = Object.keys(sent).filter((name) => !isDeepStrictEqual(sent[name], present[name]));
  const others = Object.entries(sent).filter(([name]) => !Object.hasOwn(shape, name));
  refuseOther(Object.fromEntries(others), present, sent.version);
  if (changed.length === 0) return undefined;
  const needed = Object.keys(shape).filter(
    (name) => Object.hasOwn(sent, name) && !shape[name]?.safeParse(undefined).success,
  );
  return Object.fromEntries([...new Set([...changed, ...needed])].map((name) => [name, sent[name]]));
}
