import type { Connection } from './connection.ts';
import { TransportError } from './transport.ts';

/**
 * Creates the function that sends all write requests of the user app; the console keeps the same rules in the
 * interceptors of its axios instance. Each request is sent once, immediately, or not at all:
 * it throws {@link TransportError} `offline` without sending while the server is unreachable, and never retries. When
 * `send` throws a {@link TransportError} of kind `network` or `timeout`, listeners of `onReconnect` are called, so that
 * pages refetch their data. Other errors of `send` are passed on.
 */
export function createWriteGuard({ isLost, noteAnswer, noteUnanswered }: Connection) {
  return async <T>(send: () => Promise<T>): Promise<T> => {
    if (await isLost()) throw new TransportError('offline', undefined);
    try {
      const answer = await send();
      noteAnswer();
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError)) noteAnswer();
      else if (error.kind === 'network' || error.kind === 'timeout') {
        await noteUnanswered();
        throw new TransportError(error.kind, error, true);
      }
      throw error;
    }
  };
}

/**
 * True when the response to a write request does not show whether it was applied: it comes from a proxy or gateway,
 * which may have failed after the server applied the request. A 4xx status means that it was not applied.
 * @param isOurs true when the response comes from the server itself
 */
export function isUnanswered(status: number, isOurs: boolean): boolean {
  return !isOurs && (status < 400 || status >= 500);
}
