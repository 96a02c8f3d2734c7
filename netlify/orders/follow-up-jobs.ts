import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import type { Job } from '../platform/queue.ts';
import { dayOf } from '../shop/dates.ts';
import { type Order, timeOfPayment } from './order.ts';
import { isUnmatched } from './status.ts';
import type { StoredState } from './store.ts';

export type FulfillSource = 'webhook' | 'return' | 'schedule' | 'rebuild';

export type FollowUp = {
  readonly jobs: readonly Job[];
  /**
   * The time of payment, in Unix seconds, if the receipt may already have been sent before this
   * Redis store was created. Counts as the first attempt.
   */
  readonly firstTryAt?: number;
};

/**
 * Resend's idempotency keys expire after 24 hours
 * (resend.com/docs/dashboard/emails/idempotency-keys). This is an hour less, so that no key expires
 * during an attempt.
 */
export const IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS = 23 * HOUR_IN_SECONDS;

const alertsFor = (order: Order, wasMissedByWebhook: boolean): readonly Job[] => {
  if (ownerAddress() === null) return [];
  const alerts: Job[] = [];
  if (isUnmatched(order)) alerts.push(`alert:unmatched/${order.sessionId}`);
  if (wasMissedByWebhook) alerts.push(`alert:webhook/${dayOf(now())}`);
  return alerts;
};

type Circumstances = {
  readonly isOfThisSite: boolean;
  readonly source: FulfillSource;
  readonly sendsReceipt: boolean;
};

/**
 * Returns the jobs for an order that has just become paid.
 *
 * If the order was paid before this Redis store was created, its receipt may already have been
 * sent. In that case, the time of payment counts as the first attempt, and Resend's idempotency key
 * prevents a second receipt. Once the key has expired, no receipt is enqueued.
 */
export const followUpOf = (
  order: Order,
  stored: Pick<StoredState, 'sale' | 'storeCreatedAt'>,
  { isOfThisSite, source, sendsReceipt }: Circumstances,
): FollowUp => {
  const paidAt = timeOfPayment(order);
  const wasPaidBefore = stored.sale?.payment === 'paid';
  if (paidAt === null || wasPaidBefore || !isOfThisSite) return { jobs: [] };

  const at = now();
  const isOlderThanStore = stored.sale === null && paidAt < (stored.storeCreatedAt ?? at);
  const isLate = source === 'schedule' && at - paidAt > HOUR_IN_SECONDS;
  const alerts = alertsFor(order, isLate && !isOlderThanStore);
  if (!sendsReceipt || !sendsMail() || isUnmatched(order)) return { jobs: alerts };

  const receipt: Job = `receipt:${order.sessionId}`;
  if (!isOlderThanStore) return { jobs: [receipt, ...alerts] };
  const hasKeyExpired = at - paidAt >= IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS;
  return hasKeyExpired ? { jobs: alerts } : { jobs: [receipt, ...alerts], firstTryAt: paidAt };
};
