import type { Response } from 'express';

/** Tells how many rows there are in all, beside the rows of the page, and whether that number is an estimate. */
export function withTotal<T>(
  response: Response,
  { list, total, isEstimated = false }: { list: T[]; total: number; isEstimated?: boolean },
): T[] {
  response.set({
    'x-total-count': String(total),
    'access-control-expose-headers': 'X-Total-Count, X-Total-Estimated, Content-Range',
    ...(isEstimated ? { 'x-total-estimated': '1' } : {}),
  });
  return list;
}
