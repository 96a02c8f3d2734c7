import { newId, nowInSeconds } from '../ids.ts';
import { BANK_ACCOUNT, CARD, CHARGE, DECLINED, PAYMENT_INTENT } from '../objects/payment.ts';
import { BUYER_ADDRESS } from '../objects/session.ts';
import type { Payment } from '../payment.ts';
import type { EventDraft } from '../services.ts';
import type { Charge, Intent, State } from '../state.ts';
import type { Expiry, TestCard } from './cards.ts';

export type Buyer = { email: string; name: string | null };

/** A bank settles the debit after some seconds, refuses it after them, or leaves it open. */
export type PaymentMethod =
  | { type: 'card'; card: TestCard; expiry: Expiry }
  | { type: 'bank'; plan: 'seconds' | 'fail' | 'never' };

const newIntent = (state: State, { session, details }: Payment): Intent => {
  const id = newId('pi_3');
  const intent: Intent = {
    ...PAYMENT_INTENT,
    ...details.intent,
    id,
    amount: session.amount_total,
    client_secret: newId(`${id}_secret_`, 25),
    created: nowInSeconds(),
    currency: session.currency,
    payment_method_types: session.payment_method_types,
  };
  state.intents.push(intent);
  return intent;
};

const methodDetails = (method: PaymentMethod, amount: number): Charge['payment_method_details'] => {
  if (method.type === 'bank') return BANK_ACCOUNT;
  const { card, expiry } = method;
  return {
    type: 'card',
    card: {
      ...CARD,
      amount_authorized: card.effect === 'declined' ? null : amount,
      exp_month: expiry.month,
      exp_year: expiry.year,
      last4: card.number.slice(-4),
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    },
  };
};

/** Adds an attempt to pay. It is a charge, also when it is declined. */
export const addCharge = (
  state: State,
  payment: Payment,
  method: PaymentMethod,
  { email, name }: Buyer,
): { intent: Intent; charge: Charge } => {
  const { session } = payment;
  // Stripe makes the PaymentIntent when the buyer first confirms, not with the session.
  const intent = payment.intent ?? newIntent(state, payment);
  const charge: Charge = {
    ...CHARGE,
    id: newId(method.type === 'card' ? 'ch_3' : 'py_3'),
    amount: session.amount_total,
    billing_details: { address: BUYER_ADDRESS, email, name, phone: null, tax_id: null },
    created: nowInSeconds(),
    currency: session.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: newId('pm_1'),
    payment_method_details: methodDetails(method, session.amount_total),
  };
  session.payment_intent = intent.id;
  intent.latest_charge = charge.id;
  intent.payment_method = charge.payment_method;
  intent.last_payment_error = null;
  state.charges.push(charge);
  return { intent, charge };
};

type Attempt = ReturnType<typeof addCharge>;

export const succeed = (payment: Payment, { intent, charge }: Attempt): EventDraft[] => {
  charge.status = 'succeeded';
  charge.captured = true;
  charge.amount_captured = charge.amount;
  charge.balance_transaction = newId('txn_1');
  charge.receipt_url = payment.details.url;
  intent.status = 'succeeded';
  intent.amount_received = charge.amount;
  payment.session.payment_status = 'paid';
  return [
    { type: 'charge.succeeded', object: charge },
    { type: 'payment_intent.succeeded', object: intent },
  ];
};

/** One reason for each way to pay is enough here. */
const failureOf = (charge: Charge) =>
  charge.payment_method_details?.type === 'card'
    ? {
        type: 'card_error' as const,
        code: 'card_declined' as const,
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      }
    : {
        type: 'invalid_request_error' as const,
        code: 'payment_intent_payment_attempt_failed' as const,
        message: 'The bank refused the debit: the account has insufficient funds.',
      };

export const fail = ({ intent, charge }: Attempt): EventDraft[] => {
  const failure = failureOf(charge);
  charge.status = 'failed';
  charge.paid = false;
  charge.outcome = DECLINED;
  charge.failure_code = failure.code;
  charge.failure_message = failure.message;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = { ...failure, charge: charge.id };
  return [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ];
};
