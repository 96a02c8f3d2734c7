import type { OrderAccessRequest } from '#contract/admin-orders.ts';
import { currentDisputes, excuseOf } from './disputes.ts';
import type { Facts } from './facts.ts';

type Override = {
  readonly n: number;
  readonly does: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** What the order was opened in spite of: "re_1", and of a dispute how far it had come, "dp_1:lost". */
  readonly excused: readonly string[];
};

const overridesOf = (facts: Facts): Override[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, n, does] = name.split(':');
    if (kind !== 'override' || does === undefined) return [];
    const [at, ...excused] = value.split(' ');
    return [{ n: Number(n), does, at: Number(at), excused }];
  });

const lastOf = (overrides: readonly Override[]): number =>
  Math.max(0, ...overrides.map(({ n }) => n));

type EffectiveOverride = {
  readonly isBlocked: boolean;
  /** What closes nothing any more, as above. */
  readonly excused: ReadonlySet<string>;
};

/** What the owner has decided about an order. The latest decision counts; of two at once, the block. */
export const overrideOf = (facts: Facts): EffectiveOverride => {
  const overrides = overridesOf(facts);
  const last = lastOf(overrides);
  return {
    isBlocked: overrides.some(({ n, does }) => n === last && does === 'block'),
    excused: new Set(overrides.flatMap(({ excused }) => excused)),
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
 * The fact of the owner's decision. It is numbered by those that the owner could know of, so that what
 * comes later is told without a clock. To open a blocked order lifts the block and nothing else. To open one
 * that a refund or a dispute has closed names all of them as they are by now: those close the order no more,
 * and another one, or a dispute that goes on, does again.
 */
export const overrideFact = (
  facts: Facts,
  access: OrderAccessRequest['access'],
  at: number,
): Facts => {
  const n = lastOf(overridesOf(facts)) + 1;
  if (access === 'blocked') return { [`override:${n}:block`]: String(at) };
  const excused = overrideOf(facts).isBlocked ? [] : closingsIn(facts);
  return { [`override:${n}:open`]: [at, ...new Set(excused)].join(' ') };
};
