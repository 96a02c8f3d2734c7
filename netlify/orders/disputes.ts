import type { Facts } from './facts.ts';

/** Statuses are Stripe's own words (docs.stripe.com/api/disputes/object). */
export type Dispute = {
  readonly id: string;
  readonly status: string;
  /** Until when the bank takes an answer, in Unix seconds. */
  readonly dueBy?: number;
};

type StripeDispute = Omit<Dispute, 'dueBy'> & {
  readonly evidence_details: { readonly due_by: number | null };
};

/** Stripe writes 0 where a bank takes no answer. */
export const toDispute = ({
  id,
  status,
  evidence_details: { due_by },
}: StripeDispute): Dispute => ({
  id,
  status,
  ...(due_by !== null && due_by > 0 && { dueBy: due_by }),
});

/** Whether the bank waits for an answer. */
export const isAnswerable = ({ status }: Dispute): boolean => status.endsWith('needs_response');

const dueIn = ({ dueBy }: Dispute): string => (dueBy === undefined ? '' : String(dueBy));

/**
 * The fact that an event reported a status, at the event's time in Unix seconds. The time is part of the name because a
 * status can come back, as `lost` does after an appeal.
 */
export const disputeFromEvent = (dispute: Dispute, at: number): Facts => ({
  [`dispute:${dispute.id}:${dispute.status}:${at}`]: dueIn(dispute),
});

/** The fact that Stripe answered with a status when it was asked, in Unix seconds. */
export const disputeFromLookup = (dispute: Dispute, askedAt: number): Facts => ({
  [`dispute:${dispute.id}:${dispute.status}:${askedAt}:seen`]: dueIn(dispute),
});

/**
 * The stages of a dispute, in their order. A closed inquiry (warning_*) can become a dispute, and a decision can be
 * appealed. `prevented`: the bank settled before there was a dispute, usually by giving the money back. A status that
 * is missing here counts as lost, so that a new word of Stripe's never gives files away.
 */
const STAGES = [
  ['warning_needs_response', 'warning_under_review'],
  ['warning_closed'],
  ['needs_response', 'under_review'],
  ['won'],
  ['appeal_needs_response', 'appeal_under_review'],
  ['lost', 'prevented'],
];

const stageOf = (status: string): number => {
  const stage = STAGES.findIndex((statuses) => statuses.includes(status));
  return stage === -1 ? STAGES.length - 1 : stage;
};

/** An inquiry closes the order too, from its opening on: the bank may still take the money. */
const SETTLED = new Set(['warning_closed', 'won']);

type Step = {
  readonly status: string;
  readonly at: number;
  readonly isFromEvent: boolean;
  readonly due: string;
};

/**
 * An event of the second in which Stripe was asked may be newer than the answer, so it sorts behind it. If the answer
 * was newer, its own event follows.
 */
const inTime = (a: Step, b: Step): number =>
  a.at - b.at ||
  Number(a.isFromEvent) - Number(b.isFromEvent) ||
  stageOf(a.status) - stageOf(b.status);

/** The steps of each dispute, by id, oldest first. A status that did not change is one step. */
export const disputesIn = (facts: Facts): ReadonlyMap<string, readonly Step[]> => {
  const known = new Map<string, Step[]>();
  for (const [name, due] of Object.entries(facts)) {
    const [kind, id, status, at, seen] = name.split(':');
    if (kind !== 'dispute' || id === undefined || status === undefined) continue;
    const step = { status, at: Number(at), isFromEvent: seen === undefined, due };
    known.set(id, [...(known.get(id) ?? []), step]);
  }
  return new Map(
    [...known].map(([id, steps]) => {
      const sorted = steps.toSorted(inTime);
      return [id, sorted.filter(({ status }, index) => status !== sorted[index - 1]?.status)];
    }),
  );
};

/** The latest status of each dispute, in whatever order the facts came. */
export const currentDisputes = (facts: Facts): Dispute[] =>
  [...disputesIn(facts)].flatMap(([id, steps]) => {
    const last = steps.at(-1);
    return last ? [{ id, status: last.status, ...(last.due && { dueBy: Number(last.due) }) }] : [];
  });

/** "dp_1:lost": a dispute's status when the owner opened the order in spite of it. */
export const excuseOf = ({ id, status }: Dispute): string => `${id}:${status}`;

/**
 * Whether a dispute closes the order. It does until the shop has won or the bank has dropped it. A dispute that the
 * owner has excused closes the order again once it reaches a later stage.
 */
export const isDisputed = (facts: Facts, excuses: ReadonlySet<string>): boolean => {
  const excusedStage = (id: string): number =>
    Math.max(
      ...[...excuses].map((excuse) => {
        const [of, status = ''] = excuse.split(':');
        return of === id ? stageOf(status) : -1;
      }),
    );
  return currentDisputes(facts).some(
    ({ id, status }) => !SETTLED.has(status) && stageOf(status) > excusedStage(id),
  );
};

/** Whether a fact adds anything to those that are known. A dispute's unchanged status does not. */
export const isNewFact = (known: Facts, name: string): boolean =>
  !(name in known) &&
  !currentDisputes(known).some((dispute) => name.startsWith(`dispute:${excuseOf(dispute)}:`));
