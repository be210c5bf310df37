import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index';
import { secretNames } from '#shared/contract/secret';
import type { Clock } from '../adapters/clock/port.ts';
import { pathWithoutSecrets } from '../http/context.ts';
import type { Emptied } from '../modules/base/store.ts';
import { controlContract } from './contract.ts';

export interface JournalEntry {
  at: number;
  requestId: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  status: number;
  ms: number;
  /** Reason of the failure, if it failed. */
  reason: string;
}

const kept = 500;

/** Matches names that end with the name of a secret field, e.g. `accessToken`. */
const secretEnd = new RegExp(`(${secretNames({ ...contract, ...controlContract }).join('|')})$`, 'i');

/** The last requests, newest first, without bodies and with secrets blanked. */
export function createJournal(store: Emptied, clock: Clock): { entries(): JournalEntry[]; middleware: RequestHandler } {
  /** Oldest first, and sometimes a few more than are kept. */
  let written: JournalEntry[] = [];
  store.whenEmptied(() => {
    written = [];
  });
  return {
    entries: () => written.slice(-kept).reverse(),
    middleware(request, response, next) {
      const at = clock.now();
      const startedAt = performance.now();
      const { method, query } = request;
      const path = pathWithoutSecrets(request);
      response.once('close', () => {
        const entry: JournalEntry = {
          at,
          requestId: String(response.locals.requestId),
          method,
          path,
          query: Object.fromEntries(
            Object.entries(query).map(([name, value]) => [name, secretEnd.test(name) ? '…' : value]),
          ),
          status: response.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          reason: String(response.locals.reason ?? ''),
        };
        written.push(entry);
        if (written.length >= 2 * kept) written = written.slice(-kept);
      });
      next();
    },
  };
}
