import type { Sale } from '../stripe/sale.ts';

/** A payment only advances in this order. */
const PAYMENT_STATES: readonly Sale['payment'][] = ['pending', 'failed', 'paid'];

type WithId = { readonly id: string };

const containsAll = (reported: readonly WithId[], stored: readonly WithId[]): boolean => {
  const reportedIds = new Set(reported.map(({ id }) => id));
  return stored.every(({ id }) => reportedIds.has(id));
};

/** At Stripe, refunds and disputes never disappear. */
export const isStale = (reported: Sale | null, stored: Sale | null): boolean => {
  if (stored === null) return false;
  if (reported === null) return true;
  const reportedState = PAYMENT_STATES.indexOf(reported.payment);
  const storedState = PAYMENT_STATES.indexOf(stored.payment);
  if (reportedState < storedState) return true;
  if (!containsAll(reported.refunds, stored.refunds)) return true;
  return !containsAll(reported.disputes, stored.disputes);
};
