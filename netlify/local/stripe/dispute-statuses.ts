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

/** In an inquiry the bank asks questions and takes no money yet. */
export const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');

export const isMoneyGone = ({ status }: { status: DisputeStatus }): boolean =>
  !isInquiry(status) && status !== 'won';

export const isClosed = (status: DisputeStatus): boolean =>
  ['warning_closed', 'won', 'lost'].includes(status);
