import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { listGuides, readHealth, readOrder, readReport, readSession } from '../api/admin.ts';
import { ApiError } from '../api/request.ts';
import type { OrderDetail, ReportPeriod } from '../contract/admin-orders.ts';
import type { GuideFiles, GuideFilesResponse } from '../contract/guide-files.ts';

export const sessionQuery = { queryKey: ['session'], queryFn: readSession };
export const healthQuery = { queryKey: ['health'], queryFn: readHealth };
export const guidesQuery = { queryKey: ['guides'], queryFn: listGuides };
export const ordersKey = ['orders'];
export const orderQuery = (number: string) => ({
  queryKey: ['order', number],
  queryFn: () => readOrder(number),
});
export const reportQuery = (period: ReportPeriod) => ({
  queryKey: ['report', period],
  queryFn: () => readReport(period),
});

export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_logged_in';

/** If the session has ended, refetches it so that the login appears. */
function checkSession(error: unknown): void {
  if (isLoggedOut(error)) void queryClient.invalidateQueries(sessionQuery);
}

/** Returning to the page within this time sends no new request. */
const STALE_TIME_MS = 60_000;

/** Nothing is retried automatically, because each error message has a button for that. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== sessionQuery.queryKey[0]) checkSession(error);
    },
  }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    // A browser can be wrong about being offline.
    queries: { retry: false, staleTime: STALE_TIME_MS, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

/** The server's explanation of an error, or `fallback` if there is none. */
export const errorMessage = (
  error: unknown,
  fallback = 'The shop didn’t respond. Please try again.',
): string => {
  // The owner reads this after logging in again.
  if (isLoggedOut(error)) return 'Your session had ended, so nothing happened. Please try again.';
  return (error instanceof ApiError && error.detail) || fallback;
};

export function updateOrder(order: OrderDetail): void {
  queryClient.setQueryData(orderQuery(order.number).queryKey, order);
  void queryClient.invalidateQueries({ queryKey: ordersKey });
}

export function updateGuide(guide: GuideFiles): void {
  queryClient.setQueryData<GuideFilesResponse>(guidesQuery.queryKey, (list) => {
    if (!list) return list;
    const products = list.products.map((other) => (other.id === guide.id ? guide : other));
    return { ...list, products };
  });
}
