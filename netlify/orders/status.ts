import type { OrderStatus } from '#contract/orders.ts';
import { overrideOf } from './override.ts';
import { isDisputed } from './disputes.ts';
import type { Facts } from './facts.ts';

type Refund = { readonly id: string; readonly amountInCents: number };

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** A refund that failed or was canceled gave no money back, even if it had "succeeded" before. */
export const hasFailed = (refundStatus: string): boolean => FAILED.has(refundStatus);

/** The refunds that reached the buyer. */
const refundsOf = (facts: Facts): Refund[] => {
  const given = new Map<string, number>();
  const returned = new Set<string>();
  for (const [key, value] of Object.entries(facts)) {
    const [kind, id, state] = key.split(':');
    if (kind !== 'refund' || id === undefined) continue;
    given.set(id, Number(value.split(' ')[0]));
    // Facts of older versions end with the refund's status.
    if (state === 'returned' || hasFailed(state ?? '')) returned.add(id);
  }
  return [...given]
    .filter(([id]) => !returned.has(id))
    .map(([id, amountInCents]) => ({ id, amountInCents }));
};

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/** The amount that was refunded, in minor units. */
export const refundedIn = (facts: Facts): number => sumOf(refundsOf(facts));

/** The status that follows from an order's facts. The owner's decision overrides Stripe's, except for the payment. */
export const statusOf = (facts: Facts, amountInCents: number): OrderStatus => {
  if (!('payment:paid' in facts)) return 'payment:failed' in facts ? 'failed' : 'pending';
  const { isBlocked, excused } = overrideOf(facts);
  if (isBlocked) return 'blocked';
  const refunds = refundsOf(facts);
  const hasUnexcused = refunds.some(({ id, amountInCents: part }) => part > 0 && !excused.has(id));
  if (hasUnexcused && sumOf(refunds) >= amountInCents) return 'refunded';
  return isDisputed(facts, excused) ? 'disputed' : 'paid';
};
