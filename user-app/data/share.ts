import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** What a link shows; anybody may ask. */
export function useSharedResult(token: string) {
  return useServerState(() => api.sharedResult({ token }), { key: `shared:${token}` });
}
