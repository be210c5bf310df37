import type { Response } from 'express';
import { ProductError } from '#shared/errors';

/** Maximum number of open event streams per account and endpoint. */
const streamsPerAccount = 20;
/** Seconds until a client should retry. Clients poll in the meantime. */
const retryAfter = 60;

/**
 * Limits the number of open streams per key.
 * @returns counts a stream until its response is closed; throws `request.too_many_streams` above the limit
 */
export function createStreamLimit(most = streamsPerAccount): (key: string, response: Response) => void {
  const open = new Map<string, number>();
  return (key, response) => {
    const before = open.get(key) ?? 0;
    if (before >= most) throw new ProductError('request.too_many_streams', { retryAfter });
    open.set(key, before + 1);
    response.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  };
}
