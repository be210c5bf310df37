import { setTimeout } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { failureEnvelope } from '#shared/contract/envelope';
import { ProductError, retryAfterOf } from '#shared/errors';
import type { FaultStep } from '../adapters/fault-points.ts';
import type { Emptied } from '../modules/base/store.ts';
import type { Fault as FaultSchema } from './contract.ts';

export type Fault = z.output<typeof FaultSchema>;

interface Rule extends Fault {
  /** Matching requests so far. */
  seen: number;
  struck: number;
}

export type Faults = ReturnType<typeof createFaults>;

type Write = (chunk: unknown, encoding: unknown) => Buffer;

const pieces = 16;
const bytesOf: Write = (chunk, encoding) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, (encoding as BufferEncoding) ?? 'utf8')
    : Buffer.from((chunk ?? []) as Buffer);

/**
 * Bad luck on the wire, by rules: slow, failing, cut and stalled answers. A request meets the first rule that matches
 * and strikes.
 */
export function createFaults(store: Emptied) {
  let rules: Rule[] = [];
  store.whenEmptied(() => {
    rules = [];
  });

  function strike(isMatching: (match: Fault['match']) => boolean): Rule | undefined {
    for (const rule of rules) {
      const { match, after, times, prob } = rule;
      if (!isMatching(match)) continue;
      rule.seen += 1;
      if (rule.seen <= after || (times !== undefined && rule.struck >= times) || Math.random() >= prob) continue;
      rule.struck += 1;
      return rule;
    }
    return undefined;
  }

  const middleware: RequestHandler = async (request, response, next) => {
    const rule = strike(
      ({ step, method, path }) =>
        step === undefined &&
        (method === undefined || method === request.method) &&
        (path === undefined || request.path.startsWith(path)),
    );
    if (!rule) return next();
    response.locals.reason = `fault.${rule.kind}`;
    // A compressed answer comes in other pieces than it is written in.
    delete request.headers['accept-encoding'];
    if (rule.kind === 'reset') return void request.socket.destroy();
    if (rule.kind === 'status') {
      const envelope = failureEnvelope(new ProductError('server.internal'));
      const retryAfter = retryAfterOf(rule.status);
      if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
      return void response.status(rule.status).json(envelope);
    }
    if (rule.kind === 'latency') await setTimeout(rule.ms);
    if (rule.kind === 'stall') swallow(response);
    if (rule.kind === 'truncated' || rule.kind === 'drip') holdBack(response, rule.kind, rule.ms);
    next();
  };

  /** Applies the first matching rule before a step: waits, or throws an `EIO` error. */
  async function beforeStep(name: FaultStep): Promise<void> {
    const rule = strike(({ step }) => step === name);
    if (rule?.kind === 'latency') await setTimeout(rule.ms);
    else if (rule) throw Object.assign(new Error(`a fault was set at ${name}`), { code: 'EIO' });
  }

  return {
    middleware,

    at<T extends object>(step: FaultStep, adapter: T, call: keyof T): T {
      return new Proxy(adapter, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          if (name !== call) return value.bind(target);
          return async (...given: unknown[]) => {
            await beforeStep(step);
            return Reflect.apply(value, target, given) as Promise<unknown>;
          };
        },
      });
    },

    list: () => rules.map(({ seen: _seen, ...rule }) => rule),
    set(faults: readonly Fault[]): void {
      rules = faults.map((fault) => ({ ...fault, seen: 0, struck: 0 }));
    },
  };
}

/** The head and the first piece of the body arrive, then nothing more, and the connection stays open. */
function swallow(response: Response): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  let isSilent = false;
  const once = (chunk: unknown, encoding: unknown): boolean => {
    const bytes = bytesOf(chunk, typeof encoding === 'string' ? encoding : 'utf8');
    if (!isSilent) write(bytes.subarray(0, Math.max(1, bytes.length >> 1)));
    isSilent = true;
    return true;
  };
  response.write = once as Response['write'];
  response.end = ((chunk: unknown, encoding: unknown) => {
    once(chunk, encoding);
    return response;
  }) as Response['end'];
}

/** Collects the body and sends half of it before the connection breaks, or all of it drop by drop. */
function holdBack(response: Response, kind: 'truncated' | 'drip', ms: number): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  const end = response.end.bind(response) as () => Response;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'function' && chunk !== undefined && chunk !== null)
      chunks.push(bytesOf(chunk, typeof encoding === 'string' ? encoding : 'utf8'));
  };
  response.write = ((chunk: unknown, encoding: unknown) => {
    keep(chunk, encoding);
    return true;
  }) as Response['write'];

  async function send(): Promise<void> {
    const body = Buffer.concat(chunks);
    if (!response.headersSent) response.setHeader('content-length', body.length);
    if (kind === 'truncated') {
      write(body.subarray(0, body.length >> 1));
      await setTimeout(20);
      response.socket?.destroy();
      return;
    }
    const size = Math.max(1, Math.ceil(body.length / pieces));
    for (let at = 0; at < body.length && !response.destroyed; at += size) {
      write(body.subarray(at, at + size));
      await setTimeout(ms / pieces);
    }
    end();
  }

  response.end = ((chunk: unknown, encoding: unknown) => {
    keep(chunk, encoding);
    void send();
    return response;
  }) as Response['end'];
}
