import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

/** The statuses that a dispute can start with. A prevented one ends at once, in favor of the buyer. */
export const OPENINGS = ['needs_response', 'warning_needs_response', 'prevented'] as const;

/** The statuses that can follow each of Stripe's. Whoever lost a decision can appeal it. */
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

/** The fields of a new dispute that are the same for every payment. */
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
} satisfies Partial<Stripe.Dispute.EvidenceDetails>;

export const DISPUTED_CARD = {
  brand: 'visa',
  network_reason_code: '10.4',
  network: 'visa',
} as const;
