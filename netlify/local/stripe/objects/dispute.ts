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
