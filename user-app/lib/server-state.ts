import { useRequest } from 'ahooks';
import { useEffect } from 'react';
import { TransportError } from '#shared/client/transport';
import { shownFailure } from '#shared/domain/failure-words';
import { minute } from '#shared/domain/time';
import { onReconnect } from './connection';

/** Defaults of the refresh on focus (docs/RULES.md R23), milliseconds. */
export const focusTimespan = 5_000;
const cacheTime = 5 * minute;

export interface ServerStateOptions {
  /** Answers of calls with the same key are shared between components. */
  key: string;
  /** False while the call must not be made yet. */
  isReady?: boolean;
  /** Milliseconds during which a cached answer is taken without asking again. */
  freshFor?: number;
  /** Repeats the call every so many milliseconds while the page is visible. */
  pollEvery?: number;
  /** The call is made again when one of these changes. */
  dependsOn?: readonly unknown[];
}

/** State that lives on the server: cached by key, refreshed when the window gets the focus back. Only for `data/`. */
export function useServerState<T>(load: () => Promise<T>, options: ServerStateOptions) {
  const { key, isReady = true, freshFor = 0, pollEvery, dependsOn = [] } = options;
  const state = useRequest(load, {
    cacheKey: key,
    cacheTime,
    staleTime: freshFor,
    refreshOnWindowFocus: true,
    focusTimespan,
    ready: isReady,
    // Whoever shows the state shows its error; the default would only write it to the console.
    onError: () => undefined,
    refreshDeps: [key, ...dependsOn],
    ...(pollEvery === undefined ? {} : { pollingInterval: pollEvery, pollingWhenHidden: false }),
  });
  const { refresh, data, error } = state;
  useEffect(() => (isReady ? onReconnect(refresh) : undefined), [isReady, refresh]);
  // Kept data stay without a network; the band under the header says so.
  return { ...state, error: error && !isKept(data, error) ? shownFailure(error) : undefined };
}

/** Returns true when an error only means that what is known could not be brought up to date. */
function isKept(data: unknown, error: Error | undefined): boolean {
  return data !== undefined && error instanceof TransportError && error.kind !== 'aborted';
}
