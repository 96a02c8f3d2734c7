export const NEXT_DISPUTE_STATUSES = {
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

export type DisputeStatus = keyof typeof NEXT_DISPUTE_STATUSES;

/**
 * The possible statuses of a new dispute. A prevented dispute closes right away, in the buyer's
 * favor.
 */
export const INITIAL_DISPUTE_STATUSES = [
  'needs_response',
  'warning_needs_response',
  'prevented',
] as const;

export type InitialDisputeStatus = (typeof INITIAL_DISPUTE_STATUSES)[number];

/** In an inquiry, the bank asks questions but withdraws no money yet. */
export const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');

export const isClosed = (status: DisputeStatus): boolean =>
  status === 'warning_closed' || status === 'won' || status === 'lost';

export const areFundsWithdrawn = (status: DisputeStatus): boolean =>
  !isInquiry(status) && status !== 'won';
