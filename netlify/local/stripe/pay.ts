import { isPast, type Expiry, type TestCard } from './cards.ts';
import type { Change } from './changes.ts';
import { payByBank, payByCard, payNothing, type BankPlan } from './checkout.ts';
import { badRequest, StripeError } from './errors.ts';
import { BY_ITSELF } from './journal.ts';
import { totalAmount } from './objects/amounts.ts';
import { commit, type Services } from './services.ts';
import { sleep } from './sleep.ts';
import type { Billing, Payment } from './state.ts';

/** How long Stripe lets the buyer wait for the shop to answer the webhook. */
const WEBHOOK_WAIT_IN_MS = 10_000;

export type Means =
  { type: 'card'; card: TestCard; expiry: Expiry } | { type: 'bank'; plan: BankPlan };

const transition = (payment: Payment, means: Means, buyer: Billing, nowMs: number): Change => {
  if (totalAmount(payment) === 0) return payNothing(payment, buyer);
  return means.type === 'card'
    ? payByCard(payment, means.card, means.expiry, buyer, nowMs)
    : payByBank(payment, means.plan, buyer, nowMs);
};

/**
 * Pays an open session, and like Stripe waits until the shop has answered
 * `checkout.session.completed`, or failed to, before the buyer is sent back.
 * Throws a card error with status 402 when the card is declined.
 */
export const pay = async (
  services: Services,
  payment: Payment,
  means: Means,
  buyer: Billing,
): Promise<Payment> => {
  if (payment.status !== 'open') throw badRequest(`This session is ${payment.status}.`);
  if (means.type === 'card' && isPast(means.expiry, new Date())) {
    throw badRequest("Your card's expiration date is in the past.", { code: 'expired_card' });
  }
  const change = transition(payment, means, buyer, Date.now());
  const events = commit(services, change, BY_ITSELF);
  const completed = events.find(({ type }) => type === 'checkout.session.completed');
  if (!completed) {
    throw new StripeError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
  }
  if (!completed.held) {
    await Promise.race([services.outbox.send(completed), sleep(WEBHOOK_WAIT_IN_MS)]);
  }
  return change.payment;
};

/** Where a buyer goes who has paid. Only the literal placeholder is replaced, as Stripe does. */
export const returnAddress = ({ id, successUrl }: Payment) =>
  successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
