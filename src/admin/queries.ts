import { QueryClient, type UseQueryOptions, focusManager, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Looking at another window and back again does not ask the shop each time. */
const FRESH_FOR_MS = 60_000;

/** What the owner's pages have read. An error is shown with a button to try again, so no query repeats itself. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always', // a browser can be wrong about being offline
      staleTime: FRESH_FOR_MS,
      refetchOnMount: 'always',
    },
  },
});

/** What was read last stays in `value` while it is read again, and after a failure. */
export type Reading<T> = { value: T | null; error: unknown; isReading: boolean };

/** Reads at once, and again when the owner comes back to the page after a minute. */
export function useReading<T>(options: UseQueryOptions<T>): Reading<T> & { read: () => void } {
  const { data, error, isFetching, refetch } = useQuery(options, queries);
  useEffect(() => {
    queries.mount(); // in place of the library's provider, which would bring the library to the login
    const ends = new AbortController();
    // The library itself follows only the tab, and not the window.
    window.addEventListener('focus', () => focusManager.onFocus(), ends);
    return () => {
      ends.abort();
      queries.unmount();
    };
  }, []);
  // Without data, the library forgets an error as it tries again, and the button that was pressed would go.
  const [last, setLast] = useState(error);
  if (!isFetching && last !== error) setLast(error);
  return {
    value: data ?? null,
    error: isFetching ? last : error,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
