import { useSyncExternalStore } from 'react';
import { browserConnection } from '#shared/client/connection';

export const connection = browserConnection();

/** Whether the server cannot be reached. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
