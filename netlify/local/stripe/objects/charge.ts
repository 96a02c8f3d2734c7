import type Stripe from 'stripe';
import type { Attempt, Payment } from '../state.ts';
import { buyerAddress } from './address.ts';
import { isDisputed, refundedAmount, totalAmount } from './amounts.ts';
import { expandInside, type Expand } from './expand.ts';
import { failureOf } from './failures.ts';
import { methodDetails } from './method-details.ts';
import { refundObject } from './refund.ts';

const outcomeOf = (attempt: Attempt): Stripe.Charge.Outcome => ({
  advice_code: attempt.status === 'failed' ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: attempt.status === 'failed' ? '01' : null,
  network_status: attempt.status === 'failed' ? 'declined_by_network' : 'approved_by_network',
  reason: attempt.status === 'failed' ? 'generic_decline' : null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message:
    attempt.status === 'failed'
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
  type: attempt.status === 'failed' ? 'issuer_declined' : 'authorized',
});

/** A list inside an object ends here, whatever is asked for; the rest is listed by itself. */
const LISTED_INSIDE = 10;

const refundList = (payment: Payment, attempt: Attempt): Stripe.ApiList<Stripe.Refund> => {
  const refunds = payment.refunds.filter((refund) => refund.chargeId === attempt.id);
  return {
    object: 'list',
    data: refunds
      .toReversed()
      .slice(0, LISTED_INSIDE)
      .map((refund) => refundObject(payment, refund)),
    has_more: refunds.length > LISTED_INSIDE,
    url: `/v1/charges/${attempt.id}/refunds`,
  };
};

export const chargeObject = (
  payment: Payment,
  attempt: Attempt,
  expand: Expand = [],
): Stripe.Charge => {
  const failure = attempt.status === 'failed' ? failureOf(attempt) : null;
  const succeeded = attempt.status === 'succeeded';
  const amountRefunded = succeeded ? refundedAmount(payment) : 0;
  return {
    id: attempt.id,
    object: 'charge',
    amount: totalAmount(payment),
    amount_captured: succeeded ? totalAmount(payment) : 0,
    amount_refunded: amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? attempt.balanceTransactionId : null,
    billing_details: {
      address: buyerAddress,
      email: attempt.billing.email,
      name: attempt.billing.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'MONEY-SMART KIDS',
    captured: succeeded,
    created: attempt.created,
    currency: payment.currency,
    customer: null,
    description: payment.intentDescription,
    disputed: succeeded && isDisputed(payment),
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: payment.intentMetadata,
    on_behalf_of: null,
    outcome: outcomeOf(attempt),
    paid: attempt.status !== 'failed',
    payment_intent: payment.intent?.id ?? null,
    payment_method: attempt.paymentMethodId,
    payment_method_details: methodDetails(attempt, totalAmount(payment)),
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: succeeded ? payment.url : null,
    refunded: succeeded && amountRefunded === totalAmount(payment),
    // Stripe tells refunds only where they are expanded, so never in an event.
    refunds: expandInside(expand, 'refunds') && refundList(payment, attempt),
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: attempt.status,
    transfer_data: null,
    transfer_group: null,
  };
};
