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
  /** When another store may have tried to send the receipt, in Unix seconds. */
  readonly firstTryAt?: number;
};

/**
 * Resend keeps a key for 24 hours (resend.com/docs/dashboard/emails/idempotency-keys). One hour
 * less, so that no key expires during a try.
 */
export const IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS = 23 * HOUR_IN_SECONDS;

/** Alerts the owner if the webhook has not reported a payment within an hour. */
const alertsFor = (paidAt: number, at: number, source: FulfillSource): readonly Job[] => {
  if (source !== 'schedule' || at - paidAt <= HOUR_IN_SECONDS) return [];
  if (ownerAddress() === null) return [];
  return [`alert:webhook/${dayOf(at)}`];
};

/**
 * The jobs of an order that becomes paid.
 *
 * If it was paid before this store was created, another store may have sent its receipt. The first
 * try is then assumed at the payment, so Resend's idempotency key prevents a second receipt. Once
 * the key has expired, no receipt is enqueued.
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
  const mayHaveReceipt = stored.sale === null && paidAt < storeCreatedAt;
  if (!mayHaveReceipt) return { jobs: [receipt, ...alerts] };
  const hasKeyExpired = at - paidAt >= IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS;
  return hasKeyExpired ? { jobs: alerts } : { jobs: [receipt, ...alerts], firstTryAt: paidAt };
};
