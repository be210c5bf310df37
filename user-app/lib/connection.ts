import { useSyncExternalStore } from 'react';
import { browserConnection } from '#shared/client/connection';
import { TransportError } from '#shared/client/transport';

export const connection = browserConnection();

export const onReconnect = connection.onReconnect;

/**
 * Resolves when the server is reachable, immediately if it is now. Rejects with {@link TransportError} `aborted` when
 * `signal` is aborted.
 */
export function whenReachable(signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(new TransportError('aborted', signal.reason));
  if (!connection.isOffline()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const callOff = () => {
      stop();
      reject(new TransportError('aborted', signal?.reason));
    };
    const stop = onReconnect(() => {
      stop();
      signal?.removeEventListener('abort', callOff);
      resolve();
    });
    signal?.addEventListener('abort', callOff, { once: true });
  });
}

/** Returns true when the server cannot be reached. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
