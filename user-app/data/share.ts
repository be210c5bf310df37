import type { Answer } from '#shared/contract/endpoint';
import type { Share, shareContract } from '#shared/contract/share';
import type { Task } from '#shared/contract/task';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';

/** The shared result of a link; no login needed. */
export function useSharedResult(token: string) {
  return useServerState(() => api.sharedResult({ token }), { key: `shared:${token}` });
}

/** Opens a link to a result, or prolongs the one there is. */
export function createShare(imageId: string, days: number): Promise<Share> {
  return api.createShare({ imageId, days });
}

export function endShare(token: string): Promise<null> {
  return api.endShare({ token });
}

/** Opens a link again that was just ended. */
export function restoreShare(token: string): Promise<Share> {
  return api.restoreShare({ token });
}

/** My open links, newest first. @param version counts up when one was made or ended */
export function useShares(version: number) {
  return useServerList<Share>((cursor) => api.shares(cursor ? { cursor } : {}), {
    idOf: ({ token }) => token,
    dependsOn: [version],
  });
}

/** Page size of a request for share links. */
const mostAtOnce = 100;

/**
 * Returns the number of the user's open share links to results of these works. Reads the list until every result is
 * found: each has at most one open link.
 */
export async function countSharesOf(works: ReadonlyArray<Pick<Task, 'images'>>): Promise<number> {
  const imageIds = new Set(works.flatMap(({ images }) => images.map(({ imageId }) => imageId)));
  let count = 0;
  let cursor: string | null = null;
  if (imageIds.size === 0) return 0;
  do {
    const page: Answer<typeof shareContract.shares> = await api.shares({ size: mostAtOnce, ...(cursor && { cursor }) });
    count += page.list.filter(({ imageId }) => imageIds.has(imageId)).length;
    cursor = page.nextCursor;
  } while (cursor !== null && count < imageIds.size);
  return count;
}
