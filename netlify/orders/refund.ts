import type Stripe from 'stripe';
import type { RefundRequest } from '#contract/admin-orders.ts';
import { catalogue } from '../catalogue.ts';
import { isRefusal, stripeClient } from '../clients/stripe.ts';
import { now } from '../clock.ts';
import { fulfil } from './fulfil.ts';
import { numberOf } from './order-names.ts';
import { type Order, unrefundedIn } from './orders.ts';
import { findSession } from './stripe-sessions.ts';

/** What the owner can still refund from here, in minor units; 0 where the shop or the order allows none. */
export const refundableIn = (order: Order): number =>
  catalogue.checkout?.refunds ? unrefundedIn(order) : 0;

/** Stripe's refusals (docs.stripe.com/error-codes), in the owner's words. */
const REFUSALS: Readonly<Record<string, string>> = {
  charge_already_refunded: 'Stripe has already refunded all of it.',
  charge_disputed: 'The buyer’s bank has taken the money back, so there’s nothing to refund.',
  insufficient_funds:
    'Your Stripe balance is too low. Add money in Stripe’s dashboard, and refund the payment there.',
  balance_insufficient:
    'Your Stripe balance is too low. Add money in Stripe’s dashboard, and refund the payment there.',
};
const TOO_MUCH = 'Stripe has less than that left to refund. Look at the order again.';
const OTHER = 'Stripe didn’t accept this refund. Open the payment in Stripe to see why.';

const refusalOf = (error: unknown): string => {
  if (!isRefusal(error)) throw error;
  // More than is left has no code of its own.
  if ('param' in error && error.param === 'amount') return TOO_MUCH;
  return REFUSALS['code' in error ? String(error.code) : ''] ?? OTHER;
};

/** Requests with the same key refund once. */
const refundAtStripe = async (
  { sessionId, paymentId }: Order,
  asked: Stripe.RefundCreateParams,
  key: string,
): Promise<string | null> => {
  const refusal = await stripeClient().ask((stripe) =>
    stripe.refunds
      .create(
        { payment_intent: paymentId ?? '', ...asked },
        { idempotencyKey: `refund/${numberOf(sessionId)}/${key}` },
      )
      .then(() => null, refusalOf),
  );
  const at = now();
  const session = await findSession(sessionId);
  if (typeof session !== 'string') await fulfil(session, { source: 'return', at });
  return refusal;
};

/**
 * Refunds a part of an order at Stripe. The same request from two tabs, or again after a lost answer, refunds once. The
 * order changes as Stripe then reports it. Answers Stripe's refusal in words, or null. Throws where Stripe or Redis
 * cannot be reached; a webhook then brings the change.
 */
export const refundOrder = (
  order: Order,
  { amount, refunded, reason }: RefundRequest,
): Promise<string | null> => refundAtStripe(order, { amount, reason }, `${refunded}/${amount}`);

/** The same for all that is left. Stripe knows how much, even where the shop has not heard of an earlier part. */
export const refundRest = (order: Order): Promise<string | null> =>
  refundAtStripe(order, { reason: 'requested_by_customer' }, 'rest');
