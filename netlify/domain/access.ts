import type { OrderAccessRequest } from '#contract/sales.ts';
import { currentDisputes, excuseOf } from './disputes.ts';
import type { Facts } from './orders.ts';

type Deed = {
  readonly n: number;
  readonly does: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** What the order was opened in spite of: "re_1", and of a dispute how far it had come, "dp_1:lost". */
  readonly excused: readonly string[];
};

const deedsOf = (facts: Facts): Deed[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, n, does] = name.split(':');
    if (kind !== 'hand' || does === undefined) return [];
    const [at, ...excused] = value.split(' ');
    return [{ n: Number(n), does, at: Number(at), excused }];
  });

const lastOf = (deeds: readonly Deed[]): number => Math.max(0, ...deeds.map(({ n }) => n));

type Hand = {
  readonly isBlocked: boolean;
  /** What closes nothing any more, as above. */
  readonly excused: ReadonlySet<string>;
};

/** What the owner's hand has done to an order. The latest deed counts; of two at once, the block. */
export const handOf = (facts: Facts): Hand => {
  const deeds = deedsOf(facts);
  const last = lastOf(deeds);
  return {
    isBlocked: deeds.some(({ n, does }) => n === last && does === 'block'),
    excused: new Set(deeds.flatMap(({ excused }) => excused)),
  };
};

/** The refunds and disputes that are known, as an opening names them. */
const closingsIn = (facts: Facts): string[] =>
  Object.keys(facts)
    .flatMap((name) => {
      const [kind, id = ''] = name.split(':');
      return kind === 'refund' ? [id] : [];
    })
    .concat(currentDisputes(facts).map(excuseOf));

/**
 * The fact of the owner's deed. It is numbered by the deeds that the owner could know of, so that what
 * comes later is told without a clock. To open a blocked order lifts the block and nothing else. To open one
 * that a refund or a dispute has closed names all of them as they are by now: those close the order no more,
 * and another one, or a dispute that goes on, does again.
 */
export const deedFact = (facts: Facts, access: OrderAccessRequest['access'], at: number): Facts => {
  const n = lastOf(deedsOf(facts)) + 1;
  if (access === 'blocked') return { [`hand:${n}:block`]: String(at) };
  const excused = handOf(facts).isBlocked ? [] : closingsIn(facts);
  return { [`hand:${n}:open`]: [at, ...new Set(excused)].join(' ') };
};
