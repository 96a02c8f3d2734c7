import type { OrderAccessRequest } from '#contract/admin-orders.ts';
import { currentDisputes, excuseOf } from './disputes.ts';
import type { Facts } from './facts.ts';

type Override = {
  readonly n: number;
  readonly does: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** The refunds and disputes in spite of which the owner opened the order: "re_1", "dp_1:lost". */
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
  /** The refunds and disputes that no longer close the order. */
  readonly excused: ReadonlySet<string>;
};

/** The owner's decision about an order: the latest one, or of two at once the block. */
export const overrideOf = (facts: Facts): EffectiveOverride => {
  const overrides = overridesOf(facts);
  const last = lastOf(overrides);
  return {
    isBlocked: overrides.some(({ n, does }) => n === last && does === 'block'),
    excused: new Set(overrides.flatMap(({ excused }) => excused)),
  };
};

/** The known refunds and disputes, as an override names them. */
const closingsIn = (facts: Facts): string[] =>
  Object.keys(facts)
    .flatMap((name) => {
      const [kind, id = ''] = name.split(':');
      return kind === 'refund' ? [id] : [];
    })
    .concat(currentDisputes(facts).map(excuseOf));

/**
 * The fact of the owner's decision. Its number is one more than those the owner could know of, which orders decisions
 * without a clock. Opening a blocked order only lifts the block. Opening an order that refunds or disputes have closed
 * names all of them at their present status: those no longer close it, but a new one, or a dispute that moves on, does.
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
