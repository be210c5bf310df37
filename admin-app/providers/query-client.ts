import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { ConsoleError } from './http.ts';

const retries = 2;

/**
 * What reads is asked again where no answer came, or one of status 502 or above: a refusal would be repeated. What
 * changes something is never repeated and never waits for the network: the library would send it when it is back, long
 * after its form was given up. Reads do not wait either, so that a page says that it could not be read.
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

// After a change that nobody answered, what is shown may be of before it.
connection.onReconnect(() => void queryClient.invalidateQueries());
