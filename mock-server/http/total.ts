import type { Response } from 'express';
import { type ListRequest, mostRows, unsupported } from '#shared/contract/list';

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

/**
 * Says which rows of how many an answer holds, as `Content-Range: tasks 0-19/171`.
 * @param rows how many it holds
 * Throws `query.unsupported` where the whole list was asked for and is longer than an answer may be.
 */
export function describeRows(response: Response, { offset, isUnpaged }: ListRequest, rows: number): void {
  const total = Number(response.getHeader('x-total-count') ?? rows);
  if (isUnpaged && total > mostRows)
    throw unsupported('_end', `这个列表多于 ${mostRows} 行，请用 _start 与 _end 说明要取哪几行`);
  const resource = response.req.path.split('/').at(-1) ?? '';
  const range = rows > 0 ? `${offset}-${offset + rows - 1}` : '*';
  response.set({ 'x-total-count': String(total), 'content-range': `${resource} ${range}/${total}` });
}
