import type { Response } from 'express';
import type { ListCallName } from '#shared/contract/console';
import type { ProductContract } from '#shared/contract/index';
import type { ListRequest } from '#shared/contract/list';
import type { StaffCaller } from '../modules/caller.ts';
import type { ConsoleResource, ListReader } from '../modules/console-list.ts';
import type { Handlers } from './mount.ts';
import { withTotal } from './total.ts';

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
