import type { z } from 'zod';
import { EngineFailure } from '../port.ts';
import { exchange, type HttpAnswer, NotSent } from './exchange.ts';
import { type FaultTable, failureOf, Uncertain } from './faults.ts';

export interface CallerOptions {
  /** Without a slash at its end. */
  address: string;
  /** Of every request; they hold the key and are never written to a log. */
  headers: Readonly<Record<string, string>>;
  faults: FaultTable;
  /** Codes of a refusal's body, the most telling one first. */
  codesOf(body: unknown): string[];
}

export interface Call {
  signal: AbortSignal;
  body?: { bytes: Uint8Array; type: string };
  headers?: Readonly<Record<string, string>>;
  /** Most bytes of the answer; 1 MiB when absent. */
  mostBytes?: number;
}

export type Caller = ReturnType<typeof createCaller>;

/**
 * Calls of a service that answers with JSON.
 *
 * Rejects with what the service's table makes of a refusal, `busy` when it cannot be reached, `config` without a
 * certificate that can be trusted, and {@link Uncertain} when it is unknown what became of the request.
 */
export function createCaller({ address, headers, faults, codesOf }: CallerOptions) {
  async function send(path: string, { body, headers: own, signal, mostBytes = 1024 ** 2 }: Call): Promise<HttpAnswer> {
    try {
      return await exchange(new URL(`${address}${path}`), {
        ...{ signal, mostBytes, method: body ? 'POST' : 'GET' },
        headers: { accept: 'application/json', ...(body && { 'content-type': body.type }), ...headers, ...own },
        ...(body && { body: body.bytes }),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NotSent)) throw new Uncertain('the connection broke', { cause: error });
      const kind = error.isCertificate ? 'config' : 'busy';
      throw new EngineFailure(kind, `the service cannot be reached: ${error.message}`);
    }
  }

  return {
    async ask<T>(schema: z.ZodType<T>, path: string, call: Call): Promise<T> {
      const answer = await send(path, call);
      const json = jsonOf(answer.body);
      const { status } = answer;
      if (status < 200 || status >= 300)
        throw failureOf(faults, { status, codes: codesOf(json), headers: answer.headers });
      const read = schema.safeParse(json);
      if (!read.success) throw new Uncertain('the service answered something else than it says it does');
      return read.data;
    },
  };
}

export const jsonBody = (value: object) => ({
  bytes: Buffer.from(JSON.stringify(value)),
  type: 'application/json',
});

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
