import { setTimeout } from 'node:timers/promises';
import { badRequest, stripeError } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { APPROVED, BANK_ACCOUNT, CARD, CHARGE, PAYMENT_INTENT } from '../objects/payment.ts';
import { BUYER_ADDRESS, COLLECTED_INFORMATION, CUSTOMER_DETAILS } from '../objects/session.ts';
import { redeemCode } from '../promotion-codes.ts';
import { commit, type EventDraft, type EventDrafts, type Services } from '../services.ts';
import type { Charge, Intent, Payment, ScheduledAction, Session, State } from '../state.ts';
import type { Buyer, PaymentMethod } from './form.ts';

/** The longest time that Stripe lets the buyer wait for the shop to answer the webhook. */
const WEBHOOK_WAIT_IN_MS = 10_000;
/** Long enough for a buyer to reach the shop's page before the dispute. */
const AFTERMATH_DELAY_IN_MS = 2_000;

const DECLINED = 'Your card was declined.';
const REFUSED = 'The bank refused the debit: the account has insufficient funds.';

/** The details of every declined payment. */
const DECLINE = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
} as const;

const newIntent = ({ session, intentMetadata }: Payment): Intent => {
  const id = newId('pi_3');
  return {
    ...PAYMENT_INTENT,
    id,
    amount: session.amount_total,
    client_secret: newId(`${id}_secret_`, 25),
    created: nowInSeconds(),
    currency: session.currency,
    metadata: intentMetadata,
    payment_method_types: session.payment_method_types,
  };
};

/** Adds an attempt to pay. A declined attempt is a charge too. */
const addCharge = (
  payment: Payment,
  method: PaymentMethod,
  { email, name }: Buyer,
): { intent: Intent; charge: Charge } => {
  const { session } = payment;
  const intent = (payment.intent ??= newIntent(payment));
  const charge: Charge = {
    ...CHARGE,
    id: newId(method.type === 'card' ? 'ch_3' : 'py_3'),
    amount: session.amount_total,
    billing_details: { address: BUYER_ADDRESS, email, name, phone: null, tax_id: null },
    created: nowInSeconds(),
    currency: session.currency,
    description: null,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: newId('pm_1'),
    payment_method_details:
      method.type === 'bank'
        ? BANK_ACCOUNT
        : { type: 'card', card: { ...CARD, last4: method.card.number.slice(-4) } },
  };
  session.payment_intent = intent.id;
  intent.latest_charge = charge.id;
  intent.payment_method = charge.payment_method;
  intent.last_payment_error = null;
  payment.charge = charge;
  return { intent, charge };
};

type Attempt = ReturnType<typeof addCharge>;

const succeed = (payment: Payment, { intent, charge }: Attempt): EventDraft[] => {
  charge.status = 'succeeded';
  charge.captured = true;
  charge.amount_captured = charge.amount;
  charge.balance_transaction = newId('txn_1');
  charge.receipt_url = payment.url;
  intent.status = 'succeeded';
  intent.amount_received = charge.amount;
  payment.session.payment_status = 'paid';
  return [
    { type: 'charge.succeeded', object: charge },
    { type: 'payment_intent.succeeded', object: intent },
  ];
};

const fail = ({ intent, charge }: Attempt, message: string): EventDraft[] => {
  charge.status = 'failed';
  charge.paid = false;
  charge.outcome = {
    ...APPROVED,
    network_status: 'declined_by_network',
    seller_message: message,
    type: 'issuer_declined',
  };
  charge.failure_code = DECLINE.code;
  charge.failure_message = message;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = { ...DECLINE, charge: charge.id, message };
  return [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ];
};

const complete = (state: State, session: Session, { email, name }: Buyer): EventDraft => {
  redeemCode(state, session);
  session.status = 'complete';
  session.url = null;
  session.customer_details = { ...CUSTOMER_DETAILS, email, name };
  session.collected_information = COLLECTED_INFORMATION;
  return { type: 'checkout.session.completed', object: session };
};

const tryToPay = (state: State, payment: Payment, method: PaymentMethod, buyer: Buyer) => {
  const { session } = payment;
  const schedule = (action: ScheduledAction, delayMs: number) =>
    payment.scheduled.push({ action, atMs: Date.now() + delayMs });
  // A free session has neither a charge nor a PaymentIntent.
  if (session.amount_total === 0) return [complete(state, session, buyer)];
  const attempt = addCharge(payment, method, buyer);
  if (method.type === 'bank') {
    attempt.intent.status = 'processing';
    return [complete(state, session, buyer)];
  }
  const { effect } = method.card;
  if (effect === 'declined') return fail(attempt, DECLINED);
  if (effect !== 'pays') schedule(effect, AFTERMATH_DELAY_IN_MS);
  return [complete(state, session, buyer), ...succeed(payment, attempt)];
};

/**
 * Pays an open session. Like Stripe, waits until the shop has answered `checkout.session.completed` or failed to, so
 * that the buyer returns afterwards. Throws a card error with status 402 for a declined card.
 */
export const pay = async (
  services: Services,
  payment: Payment,
  method: PaymentMethod,
  buyer: Buyer,
): Promise<void> => {
  const { status } = payment.session;
  if (status !== 'open') throw badRequest(`This session is ${status}.`);
  const records = commit(services, tryToPay(services.store.state, payment, method, buyer));
  const completed = records.find(({ event }) => event.type === 'checkout.session.completed');
  if (!completed) throw stripeError(402, DECLINED, DECLINE);
  if (completed.held) return;
  const waited = setTimeout(WEBHOOK_WAIT_IN_MS, undefined, { ref: false });
  await Promise.race([services.outbox.send(completed), waited]);
};

export const settleBankDebit = (payment: Payment, outcome: 'succeeded' | 'failed'): EventDrafts => {
  const { session, intent, charge } = payment;
  if (!intent || charge?.status !== 'pending') {
    throw badRequest('This payment has no pending bank debit.');
  }
  const attempt = { intent, charge };
  return [
    { type: `checkout.session.async_payment_${outcome}`, object: session },
    ...(outcome === 'failed' ? fail(attempt, REFUSED) : succeed(payment, attempt)),
  ];
};
