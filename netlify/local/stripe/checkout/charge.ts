import { newId, nowInSeconds } from '../ids.ts';
import { APPROVED, BANK_ACCOUNT, CARD, CHARGE, PAYMENT_INTENT } from '../objects/payment.ts';
import { BUYER_ADDRESS } from '../objects/session.ts';
import type { EventDraft } from '../services.ts';
import type { Charge, Intent, Payment } from '../state.ts';
import type { Buyer, PaymentMethod } from './form.ts';

/** The details of every declined payment. */
export const DECLINE = {
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
export const addCharge = (
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

export const succeed = (payment: Payment, { intent, charge }: Attempt): EventDraft[] => {
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

export const fail = ({ intent, charge }: Attempt, message: string): EventDraft[] => {
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
