import type { OrderStatus } from '#contract/orders.ts';
import { handOf } from './access.ts';
import type { Facts } from './orders.ts';

type Refund = { readonly id: string; readonly amountInCents: number };

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** A refund that failed or was canceled gave no money back, even if it had "succeeded" before. */
export const hasFailed = (refundStatus: string): boolean => FAILED.has(refundStatus);

/** The refunds that the buyer has. Those that came back count for nothing, whenever that was learned. */
const refundsOf = (facts: Facts): Refund[] => {
  const given = new Map<string, number>();
  const returned = new Set<string>();
  for (const [key, value] of Object.entries(facts)) {
    const [kind, id, state] = key.split(':');
    if (kind !== 'refund' || id === undefined) continue;
    given.set(id, Number(value.split(' ')[0]));
    // Older facts name the status itself.
    if (state === 'returned' || hasFailed(state ?? '')) returned.add(id);
  }
  return [...given]
    .filter(([id]) => !returned.has(id))
    .map(([id, amountInCents]) => ({ id, amountInCents }));
};

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/** What went back to the buyer, in minor units. */
export const refundedIn = (facts: Facts): number => sumOf(refundsOf(facts));

/**
 * How far a dispute has come, by Stripe's statuses; the furthest that was ever seen counts, so that
 * it does not matter in which order they were seen. An inquiry (warning_*) may become a dispute after
 * it was closed, and a decision may be appealed. A status that is not here counts as lost: a new word
 * of Stripe's must not give files away.
 */
const DISPUTE_STAGES = [
  ['warning_needs_response', 'warning_under_review'],
  ['warning_closed'],
  ['needs_response', 'under_review'],
  ['won'],
  ['appeal_needs_response', 'appeal_under_review'],
  ['lost'],
];
const stageOf = (status: string): number => {
  const stage = DISPUTE_STAGES.findIndex((statuses) => statuses.includes(status));
  return stage === -1 ? DISPUTE_STAGES.length - 1 : stage;
};
const SETTLED = new Set([stageOf('warning_closed'), stageOf('won')]);

/** The furthest stage of each dispute, by id. */
const stagesOf = (disputes: Iterable<string>): Map<string, number> => {
  const stages = new Map<string, number>();
  for (const dispute of disputes) {
    const [id, status] = dispute.split(':');
    if (id === undefined || status === undefined) continue;
    stages.set(id, Math.max(stages.get(id) ?? 0, stageOf(status)));
  }
  return stages;
};

/**
 * A dispute takes access away from its opening until the shop has won or the bank has dropped it; one that is
 * excused, if it goes on from there.
 */
const isDisputed = (facts: Facts, excused: ReadonlySet<string>): boolean => {
  const names = Object.keys(facts).filter((name) => name.startsWith('dispute:'));
  const stages = stagesOf(names.map((name) => name.slice('dispute:'.length)));
  const known = stagesOf(excused);
  return [...stages].some(([id, stage]) => !SETTLED.has(stage) && stage > (known.get(id) ?? -1));
};

/** What the order's facts come to. The owner's hand is above what Stripe says, but for the payment itself. */
export const statusOf = (facts: Facts, amountInCents: number): OrderStatus => {
  if (!('payment:paid' in facts)) return 'payment:failed' in facts ? 'failed' : 'pending';
  const { isBlocked, excused } = handOf(facts);
  if (isBlocked) return 'blocked';
  const refunds = refundsOf(facts);
  const isNews = refunds.some(({ id, amountInCents: part }) => part > 0 && !excused.has(id));
  if (isNews && sumOf(refunds) >= amountInCents) return 'refunded';
  return isDisputed(facts, excused) ? 'disputed' : 'paid';
};
