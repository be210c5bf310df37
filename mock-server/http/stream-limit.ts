import type { Response } from 'express';
import { ProductError } from '#shared/errors';

/** Event streams of one account at the same time, per call. */
const streamsPerAccount = 20;
/** When it is worth asking again, seconds. Pages ask without a stream meanwhile. */
const retryAfter = 60;

/**
 * Counts open streams.
 * @returns counts one in until its answer is closed; throws `request.too_many_streams` where that would be too many
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
