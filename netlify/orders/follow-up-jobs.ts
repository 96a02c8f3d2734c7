import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import type { Job } from '../platform/queue.ts';
import { dayOf } from '../shop/dates.ts';
import type { CheckoutSession } from '../stripe/session.ts';
import type { Sale } from '../stripe/sale.ts';
import type { StoredState } from './store.ts';

export type FulfillSource = 'webhook' | 'return' | 'schedule' | 'rebuild';

export type FollowUp = {
  readonly jobs: readonly Job[];
  /**
   * The assumed first try of the receipt, in Unix seconds. Without it, the first try is the job's
   * first claim.
   */
  readonly firstTryAt?: number;
};

/**
 * An hour less than the 24 hours for which Resend ignores a second email with the same idempotency
 * key (resend.com/docs/dashboard/emails/idempotency-keys).
 */
export const IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS = 23 * HOUR_IN_SECONDS;

/** The schedule finds a payment after an hour only if no webhook reported it. */
const alertsFor = (paidAt: number, at: number, source: FulfillSource): readonly Job[] => {
  if (source !== 'schedule' || at - paidAt <= HOUR_IN_SECONDS) return [];
  if (ownerAddress() === null) return [];
  return [`alert:webhook/${dayOf(at)}`];
};

/**
 * Decides which jobs follow when an order becomes paid: its receipt, and an alert if no webhook
 * reported it.
 *
 * If the order was paid before this store was created, its receipt may have been sent already. Its
 * first try is then assumed at the payment, so Resend's idempotency key prevents a second receipt.
 * Once the key has expired, no receipt is enqueued. An order that was stored as unpaid has no
 * receipt yet.
 */
export const followUpOf = (
  { id, isOfThisSite }: Pick<CheckoutSession, 'id' | 'isOfThisSite'>,
  sale: Sale,
  stored: Pick<StoredState, 'sale' | 'storeCreatedAt'>,
  source: FulfillSource,
): FollowUp => {
  const { paidAt } = sale;
  const wasPaidBefore = stored.sale?.payment === 'paid';
  if (paidAt === null || wasPaidBefore || !isOfThisSite) return { jobs: [] };

  const at = now();
  const alerts = alertsFor(paidAt, at, source);
  if (!sendsMail()) return { jobs: alerts };

  const storeCreatedAt = stored.storeCreatedAt ?? at;
  const receipt: Job = `receipt:${id}`;
  if (stored.sale !== null || paidAt >= storeCreatedAt) return { jobs: [receipt, ...alerts] };
  if (at - paidAt >= IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS) return { jobs: alerts };
  return { jobs: [receipt, ...alerts], firstTryAt: paidAt };
};
