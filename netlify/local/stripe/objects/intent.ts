import type Stripe from 'stripe';
import type { Attempt, Payment } from '../state.ts';
import { lastAttempt, paidAttempt, totalAmount } from './amounts.ts';
import { chargeObject } from './charge.ts';
import { expandInside, type Expand } from './expand.ts';
import { failureOf } from './failures.ts';

const STATUS: Record<Attempt['status'], Stripe.PaymentIntent.Status> = {
  pending: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
};

const lastError = (attempt: Attempt | undefined): Stripe.PaymentIntent.LastPaymentError | null => {
  if (attempt?.status !== 'failed') return null;
  const { message, ...failure } = failureOf(attempt);
  return {
    type: attempt.method.type === 'card' ? 'card_error' : 'invalid_request_error',
    charge: attempt.id,
    message,
    ...failure,
  };
};

export const intentObject = (
  payment: Payment,
  intent: NonNullable<Payment['intent']>,
  expand: Expand = [],
): Stripe.PaymentIntent => {
  const attempt = lastAttempt(payment);
  const chargeExpand = expandInside(expand, 'latest_charge');
  const latestCharge = attempt && chargeExpand && chargeObject(payment, attempt, chargeExpand);
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: totalAmount(payment),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: paidAttempt(payment) ? totalAmount(payment) : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: intent.secret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: payment.currency,
    customer: null,
    customer_account: null,
    description: payment.intentDescription,
    excluded_payment_method_types: null,
    last_payment_error: lastError(attempt),
    latest_charge: latestCharge ?? attempt?.id ?? null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: payment.intentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: attempt && attempt.status !== 'failed' ? attempt.paymentMethodId : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: payment.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: attempt ? STATUS[attempt.status] : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
};
