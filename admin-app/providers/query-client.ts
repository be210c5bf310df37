import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { ConsoleError } from './http.ts';

const retries = 2;

/**
 * Queries are retried after a network error or a status of 502 and above, since a refusal would only be repeated.
 * Mutations are never retried and never paused offline: the library would send them on reconnect, after the form may
 * have been discarded. Queries are not paused offline either, so that the page shows that they failed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always', retry: false },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      retry: (failures, error) => failures < retries && error instanceof ConsoleError && error.isWorthRetrying,
    },
  },
});

// Data fetched before the connection was lost, or before a write request without a response, may be stale.
connection.onReconnect(() => void queryClient.invalidateQueries());
