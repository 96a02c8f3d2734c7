import { QueryClient, type UseQueryOptions, focusManager, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asOwner } from './session/session.ts';

/** Returning to the page within this time causes no new request. */
const FRESH_FOR_MS = 60_000;

/** The query cache of the owner's pages. Queries never retry: each error comes with a button to try again. */
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

/** `value` keeps the last result during a refresh and after a failure. */
export type Reading<T> = {
  value: T | null;
  error: unknown;
  isReading: boolean;
  read: () => void;
};

type Options<T> = Pick<UseQueryOptions<T>, 'queryKey' | 'refetchInterval'> & {
  queryFn: () => Promise<T>;
};

/**
 * Reads on mount, and again when the owner returns to the page after a minute or more. If the session has
 * ended, it waits for the next login.
 */
export function useReading<T>({ queryFn, ...options }: Options<T>): Reading<T> {
  const owners = { ...options, queryFn: () => asOwner(queryFn) };
  const { data, error, isFetching, refetch } = useQuery(owners, queries);
  useEffect(() => {
    queries.mount(); // the library's provider would add the library to the login page
    const listener = new AbortController();
    // The library watches the tab's visibility, but not the window's focus.
    window.addEventListener('focus', () => focusManager.onFocus(), listener);
    return () => {
      listener.abort();
      queries.unmount();
    };
  }, []);
  // A retry without data clears the library's error, which would remove the button that was just pressed.
  const [last, setLast] = useState(error);
  if (!isFetching && last !== error) setLast(error);
  return {
    value: data ?? null,
    error: isFetching ? last : error,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
