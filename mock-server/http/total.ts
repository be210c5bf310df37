import type { Response } from 'express';

/** Tells how many rows there are in all, beside the rows of the page. */
export function withTotal<T>(response: Response, { list, total }: { list: T[]; total: number }): T[] {
  response.set({ 'x-total-count': String(total), 'access-control-expose-headers': 'X-Total-Count' });
  return list;
}
