import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ConsoleError } from './http.ts';

const retries = 2;

/** Refusals are answers: only a missing or a failing server is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      retry: (failures, error) => failures < retries && error instanceof ConsoleError && error.isWorthRetrying,
    },
  },
});
