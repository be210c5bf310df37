import { useSyncExternalStore } from 'react';
import { browserConnection } from '#shared/client/connection';

export const connection = browserConnection();

/** True while the browser is offline or the last request got no answer from the server. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
