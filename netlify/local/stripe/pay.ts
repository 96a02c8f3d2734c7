import { setTimeout } from 'node:timers/promises';
import { refuseIf, stripeError } from './errors.ts';
import { type Charge, type Intent, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventDraft, EventDrafts } from './outbox.ts';
import type { Services } from './services.ts';
import type { Payment } from './state.ts';

/** The effects of Stripe's test cards. Every other number is refused as invalid. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: 'pays' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
] as const;

/** A debit of a bank account is pending until somebody settles it or lets it fail. */
export type Method = (typeof TEST_CARDS)[number] | 'bank debit';

const digitsOf = (number: string) => number.replace(/[\s-]/g, '');

/** Throws a message for the buyer. */
export const cardOf = (typed: string): Method => {
  const card = TEST_CARDS.find(({ number }) => digitsOf(number) === digitsOf(typed));
  if (!card) throw stripeError(400, 'Your card number is invalid.');
  return card;
};

/** The longest time that Stripe lets the buyer wait for the shop to answer the webhook. */
const WEBHOOK_WAIT_IN_MS = 10_000;

/** Stripe's error for every declined payment. */
const DECLINE = { type: 'card_error', code: 'card_declined' } as const;

export type Buyer = { email: string; name: string | null };

const newIntent = ({ session, intentMetadata }: Payment): Intent => ({
  ...sampleOf('payment_intent'),
  id: newId('pi_3'),
  amount: session.amount_total,
  canceled_at: null,
  client_secret: null,
  created: nowInSeconds(),
  currency: session.currency,
  last_payment_error: null,
  latest_charge: null,
  metadata: intentMetadata,
});

type Attempt = { intent: Intent; charge: Charge };

/** Adds an attempt to pay. A declined attempt is a charge too. */
const addCharge = (payment: Payment, method: Method, { email, name }: Buyer): Attempt => {
  const { session } = payment;
  const intent = (payment.intent ??= newIntent(payment));
  const sample = sampleOf('charge');
  const { card } = sample.payment_method_details;
  const charge: Charge = {
    ...sample,
    id: newId('ch_3'),
    amount: session.amount_total,
    billing_details: { ...sample.billing_details, email, name },
    created: nowInSeconds(),
    currency: session.currency,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method_details:
      method === 'bank debit'
        ? { type: 'us_bank_account' }
        : { type: 'card', card: { ...card, last4: method.number.slice(-4) } },
    // Stripe includes the refunds only if a call expands them, so an event never has them.
    refunds: null,
    status: 'pending',
  };
  session.payment_intent = intent.id;
  intent.latest_charge = charge.id;
  payment.charge = charge;
  return { intent, charge };
};

const succeed = ({ session }: Payment, { intent, charge }: Attempt): EventDraft[] => {
  charge.status = 'succeeded';
  charge.captured = true;
  charge.amount_captured = charge.amount;
  intent.status = 'succeeded';
  intent.amount_received = charge.amount;
  session.payment_status = 'paid';
  return [
    { type: 'charge.succeeded', object: charge },
    { type: 'payment_intent.succeeded', object: intent },
  ];
};

const fail = ({ intent, charge }: Attempt): EventDraft[] => {
  charge.status = 'failed';
  charge.paid = false;
  charge.failure_code = DECLINE.code;
  intent.status = 'requires_payment_method';
  return [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ];
};

const complete = ({ session }: Payment, { email, name }: Buyer): EventDraft => {
  session.status = 'complete';
  session.url = null;
  session.customer_details = { ...sampleOf('checkout.session').customer_details, email, name };
  return { type: 'checkout.session.completed', object: session };
};

const tryToPay = (payment: Payment, method: Method, buyer: Buyer): EventDraft[] => {
  // A free session has neither a charge nor a PaymentIntent.
  if (payment.session.amount_total === 0) return [complete(payment, buyer)];
  const attempt = addCharge(payment, method, buyer);
  if (method === 'bank debit') {
    attempt.intent.status = 'processing';
    return [complete(payment, buyer)];
  }
  if (method.effect === 'is declined') return fail(attempt);
  return [complete(payment, buyer), ...succeed(payment, attempt)];
};

/**
 * Pays an open session. Like Stripe, waits until the shop has answered the events or failed to, so that the buyer
 * returns afterwards. Throws a card error with status 402 for a declined card.
 */
export const pay = async (
  { outbox }: Services,
  payment: Payment,
  method: Method,
  buyer: Buyer,
): Promise<void> => {
  const { session } = payment;
  refuseIf(session.status !== 'open', `This session is ${session.status}.`);
  const drafts = tryToPay(payment, method, buyer);
  const published = outbox.publish(drafts);
  const isDeclined = drafts.some(({ type }) => type === 'charge.failed');
  if (isDeclined) throw stripeError(402, 'Your card was declined.', DECLINE);
  await Promise.race([published, setTimeout(WEBHOOK_WAIT_IN_MS, undefined, { ref: false })]);
};

export const settleBankDebit = (payment: Payment, outcome: 'succeeded' | 'failed'): EventDrafts => {
  const { session, intent, charge } = payment;
  if (!intent || charge?.status !== 'pending') {
    throw stripeError(400, 'This payment has no pending bank debit.');
  }
  const attempt = { intent, charge };
  return [
    { type: `checkout.session.async_payment_${outcome}`, object: session },
    ...(outcome === 'failed' ? fail(attempt) : succeed(payment, attempt)),
  ];
};
