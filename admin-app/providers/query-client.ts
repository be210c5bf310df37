import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ConsoleError } from './http.ts';

const retries = 2;

/** Only calls without an answer, or with status 502 or above, are retried: a refusal would be repeated. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      retry: (failures, error) => failures < retries && error instanceof ConsoleError && error.isWorthRetrying,
    },
  },
});
