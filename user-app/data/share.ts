import type { Share } from '#shared/contract/share';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';

/** What a link shows; anybody may ask. */
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
  return useServerList<Share>((cursor) => api.shares(cursor ? { cursor } : {}), [version]);
}
