import { useSyncExternalStore } from 'react';
import { browserConnection } from '#shared/client/connection';

export const connection = browserConnection();

/** True while the browser is offline, or since a request and the probe after it got no response. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
