import type { Dispute, Warning } from '../state.ts';

export const DISPUTE = {
  object: 'dispute',
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: {
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
  },
  intended_submission_method: null,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
} satisfies Partial<Dispute>;

export const EVIDENCE_DETAILS = {
  enhanced_eligibility: {},
  has_evidence: false,
  past_due: false,
  submission_count: 0,
  submission_method: 'not_submitted',
} as const;

export const DISPUTED_CARD = { brand: 'visa', network: 'visa', network_reason_code: '10.4' };

export const EARLY_FRAUD_WARNING = {
  object: 'radar.early_fraud_warning',
  fraud_type: 'made_with_stolen_card',
  livemode: false,
} satisfies Partial<Warning>;
