import type { OrderAccessRequest } from '#contract/sales.ts';
import type { Facts } from './orders.ts';

type Deed = {
  readonly n: number;
  readonly does: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** Refunds and disputes that were known when the order was opened. */
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
  /** Refunds and disputes that close nothing any more, by id. */
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

const isExcusable = (name: string): boolean => /^(refund|dispute):/.test(name);

/**
 * The fact of the owner's deed. It is numbered by the deeds that the owner could know of, so that what
 * comes later is told without a clock. An opening names every refund and dispute that is known by now:
 * those close the order no more, and any other does again.
 */
export const deedFact = (facts: Facts, access: OrderAccessRequest['access'], at: number): Facts => {
  const n = lastOf(deedsOf(facts)) + 1;
  if (access === 'blocked') return { [`hand:${n}:block`]: String(at) };
  const known = Object.keys(facts).filter(isExcusable);
  const ids = new Set(known.map((name) => name.split(':')[1]));
  return { [`hand:${n}:open`]: [at, ...ids].join(' ') };
};
