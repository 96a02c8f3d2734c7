import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

/** As what a bank may begin one. A prevented one is over at once, in favour of the buyer. */
export const OPENINGS = ['needs_response', 'warning_needs_response', 'prevented'] as const;

/** What may follow, by Stripe's statuses; a decision can be appealed by whoever it went against. */
export const NEXT_STATUSES = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: ['needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost', 'appeal_needs_response'],
  won: ['appeal_needs_response'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
} as const;

export type DisputeStatus = keyof typeof NEXT_STATUSES;

export const DISPUTE = {
  object: 'dispute',
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: {
    enhanced_evidence: {},
    ...nulls('access_activity_log billing_address cancellation_policy'),
    ...nulls('cancellation_policy_disclosure cancellation_rebuttal customer_communication'),
    ...nulls('customer_email_address customer_name customer_purchase_ip customer_signature'),
    ...nulls('duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id'),
    ...nulls('product_description receipt refund_policy refund_policy_disclosure'),
    ...nulls('refund_refusal_explanation service_date service_documentation shipping_address'),
    ...nulls('shipping_carrier shipping_date shipping_documentation shipping_tracking_number'),
    ...nulls('uncategorized_file uncategorized_text'),
  },
  intended_submission_method: null,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
} satisfies Partial<Stripe.Dispute>;

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
} satisfies Partial<Stripe.Radar.EarlyFraudWarning>;
