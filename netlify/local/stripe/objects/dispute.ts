import type Stripe from 'stripe';
import type { DisputeRecord, DisputeStatus, Payment, WarningRecord } from '../state.ts';
import { isDisputed, refundedAmount, totalAmount } from './amounts.ts';

const DAYS_TO_ANSWER = 20;

/** The bank asks, and takes no money yet. */
const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');

const caseTypeOf = ({ status }: DisputeRecord): string => {
  if (status === 'prevented') return 'resolution';
  return isInquiry(status) ? 'inquiry' : 'chargeback';
};

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export const disputeObject = (payment: Payment, dispute: DisputeRecord): Stripe.Dispute => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: [],
  charge: dispute.chargeId,
  payment_intent: payment.intent?.id ?? null,
  created: dispute.created,
  currency: payment.currency,
  enhanced_eligibility_types: [],
  evidence: NO_EVIDENCE,
  evidence_details: {
    due_by: dispute.created + DAYS_TO_ANSWER * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: isInquiry(dispute.status),
  livemode: false,
  metadata: {},
  payment_method_details: {
    type: 'card',
    card: {
      brand: 'visa',
      case_type: caseTypeOf(dispute),
      network: 'visa',
      network_reason_code: '10.4',
    },
  },
  reason: 'fraudulent',
  status: dispute.status,
});

export const warningObject = (
  payment: Payment,
  warning: WarningRecord,
): Stripe.Radar.EarlyFraudWarning => ({
  id: warning.id,
  object: 'radar.early_fraud_warning',
  // Nothing is left to do once the money has gone back or the bank has taken it.
  actionable: !isDisputed(payment) && refundedAmount(payment) < totalAmount(payment),
  charge: warning.chargeId,
  ...(payment.intent && { payment_intent: payment.intent.id }),
  created: warning.created,
  fraud_type: 'made_with_stolen_card',
  livemode: false,
});
