import { type Sale, isEarlierPayment } from '../stripe/sale.ts';

type WithId = { readonly id: string };

const containsAll = (reported: readonly WithId[], stored: readonly WithId[]): boolean => {
  const reportedIds = new Set(reported.map(({ id }) => id));
  return stored.every(({ id }) => reportedIds.has(id));
};

/**
 * Whether Stripe's response is older than the stored sale. Stripe never removes refunds or
 * disputes.
 */
export const isStale = (reported: Sale | null, stored: Sale | null): boolean => {
  if (stored === null) return false;
  if (reported === null) return true;
  if (isEarlierPayment(reported.payment, stored.payment)) return true;
  if (!containsAll(reported.refunds, stored.refunds)) return true;
  return !containsAll(reported.disputes, stored.disputes);
};
