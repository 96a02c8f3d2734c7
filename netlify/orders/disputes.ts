import type { Facts } from './facts.ts';

/** What Stripe said of a dispute. Statuses are Stripe's own words (docs.stripe.com/api/disputes/object). */
export type Dispute = { readonly id: string; readonly status: string };

/**
 * The fact that an event told it, by the event's time in Unix seconds. A word that comes a second time, as
 * `lost` does after an appeal, is so a fact of its own.
 */
export const toldDispute = ({ id, status }: Dispute, at: number): Facts => ({
  [`dispute:${id}:${status}:${at}`]: '',
});

/** The fact that Stripe said it when it was asked, in Unix seconds. */
export const seenDispute = ({ id, status }: Dispute, askedAt: number): Facts => ({
  [`dispute:${id}:${status}:${askedAt}:seen`]: '',
});

/**
 * How far a dispute has come. An inquiry (warning_*) may become a dispute after it was closed, and a decision
 * may be appealed. `prevented`: the bank has settled it before it was one, as a rule by giving the money
 * back. A status that is not here counts as lost: a new word of Stripe's must not give files away.
 */
const STAGES = [
  ['warning_needs_response', 'warning_under_review'],
  ['warning_closed'],
  ['needs_response', 'under_review'],
  ['won'],
  ['appeal_needs_response', 'appeal_under_review'],
  ['lost', 'prevented'],
];
const LAST_STAGE = STAGES.length - 1;

const stageOf = (status: string): number => {
  const stage = STAGES.findIndex((statuses) => statuses.includes(status));
  return stage === -1 ? LAST_STAGE : stage;
};

/** An inquiry closes the order too, from its opening on: the bank may still take the money. */
const SETTLED = new Set(['warning_closed', 'won']);

type Step = { readonly status: string; readonly at: number; readonly isTold: boolean };

/**
 * What an event tells of the second in which Stripe was asked may have come after the answer. If the answer
 * was the newer one, its own event tells that too.
 */
const inTime = (a: Step, b: Step): number =>
  a.at - b.at || Number(a.isTold) - Number(b.isTold) || stageOf(a.status) - stageOf(b.status);

/** How each dispute went, by id, oldest first, each status once as long as it stood. */
export const disputesIn = (facts: Facts): ReadonlyMap<string, readonly Step[]> => {
  const known = new Map<string, Step[]>();
  for (const name of Object.keys(facts)) {
    const [kind, id, status, at, seen] = name.split(':');
    if (kind !== 'dispute' || id === undefined || status === undefined) continue;
    known.set(id, [
      ...(known.get(id) ?? []),
      { status, at: Number(at), isTold: seen === undefined },
    ]);
  }
  return new Map(
    [...known].map(([id, steps]) => {
      const sorted = steps.toSorted(inTime);
      return [id, sorted.filter(({ status }, place) => status !== sorted[place - 1]?.status)];
    }),
  );
};

/** Where each dispute stands by the latest word, whatever came in which order. */
export const currentDisputes = (facts: Facts): Dispute[] =>
  [...disputesIn(facts)].flatMap(([id, steps]) => {
    const last = steps.at(-1);
    return last ? [{ id, status: last.status }] : [];
  });

/** The disputes that facts of these names are about, but for those that the shop has won or the bank has dropped. */
export const disputesToTell = (facts: Facts, names: readonly string[]): Dispute[] =>
  currentDisputes(facts).filter(
    ({ id, status }) =>
      !SETTLED.has(status) && names.some((name) => name.startsWith(`dispute:${id}:`)),
  );

/** "dp_1:lost": where a dispute stood when the owner opened the order in spite of it. */
export const excuseOf = ({ id, status }: Dispute): string => `${id}:${status}`;

/**
 * A dispute takes access away until the shop has won or the bank has dropped it; one that is excused, if it
 * goes on from there.
 */
export const isDisputed = (facts: Facts, excuses: ReadonlySet<string>): boolean => {
  const excused = (id: string): number =>
    Math.max(
      ...[...excuses].map((excuse) => {
        const [of, status = ''] = excuse.split(':');
        return of === id ? stageOf(status) : -1;
      }),
    );
  return currentDisputes(facts).some(
    ({ id, status }) => !SETTLED.has(status) && stageOf(status) > excused(id),
  );
};

/** Whether a fact says more than is known: that a dispute still stands where it stood does not. */
export const isNews = (known: Facts, name: string): boolean =>
  !(name in known) &&
  !currentDisputes(known).some((dispute) => name.startsWith(`dispute:${excuseOf(dispute)}:`));
