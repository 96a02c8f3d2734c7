import * as fc from 'fast-check';

/** Calls to the shop's functions, with their weights. */
const CALLS = { create: 1, deliver: 5, return: 3, 'ask for a file': 2, schedule: 1 };
/** Actions of a buyer, the owner or a bank at Stripe, with their weights. */
const AT_STRIPE = {
  pay: 4,
  'pay by bank': 2,
  settle: 3,
  refund: 5,
  'refund fails': 1,
  dispute: 3,
  'dispute goes on': 8,
};
const AROUND = { pause: 2, 'Redis is emptied': 2, mail: 2 };

type Name = keyof typeof CALLS | keyof typeof AT_STRIPE | keyof typeof AROUND;

const mostly = <T, Other>(usual: T, other: fc.Arbitrary<Other>, weight = 1) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const crash = fc.record({
  call: fc.nat(12),
  when: fc.constantFrom<('before' | 'after')[]>('before', 'after'),
});

const act = fc.record({
  do: fc.constantFrom(
    ...Object.entries({ ...CALLS, ...AT_STRIPE, ...AROUND }).flatMap(([name, times]) =>
      Array<Name>(times).fill(name as Name),
    ),
  ),
  /**
   * The index of a session, modulo the number of sessions. It is often the first session, so that
   * many actions affect the same one.
   */
  session: mostly(0, fc.nat(99)),
  /** Selects the event, amount, status or time of the action. -1 is the last one. */
  which: mostly(-1, fc.nat(9999)),
  /** The call to another service at which the function crashes, if any. */
  crash: mostly(null, crash, 2),
  /** The number of Stripe's responses that are outdated. */
  lag: mostly(0, fc.integer({ min: 1, max: 5 }), 2),
});
type Made<From> = From extends fc.Arbitrary<infer Value> ? Value : never;
export type Act = Made<typeof act>;

/** An action with the first session and the latest event, during which nothing fails. */
export const only = (name: Name, more: Partial<Act> = {}): Act => ({
  do: name,
  session: 0,
  which: -1,
  crash: null,
  lag: 0,
  ...more,
});

/** Sequences of actions soon after a sale. Random generation would rarely produce them. */
const soon = fc.constantFrom<Act[][]>(
  [],
  [only('return')],
  // A refund is reported, but Stripe's responses before and after the report lack it.
  [
    only('return'),
    only('refund'),
    only('deliver', { which: -2, lag: 5 }),
    only('deliver'),
    only('deliver', { which: -2 }),
    only('deliver', { which: 0, lag: 5 }),
  ],
  // A dispute is won.
  [only('dispute', { which: 0 }), only('deliver'), only('dispute goes on', { which: 1 })],
  // A recorded sale is lost and then recorded again.
  [only('deliver'), only('Redis is emptied', { which: 0 }), only('deliver', { which: 0 })],
);

/** Each history begins with a paid session. Without one, most histories would test nothing. */
export const history = fc
  .record({
    /** Unix time in milliseconds. Part of a case, so that a replay starts at the same time. */
    start: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
    /** The mail service's fault at the start. */
    mail: mostly(0, fc.nat(4)),
    means: mostly<Name, Name>('pay', fc.constant('pay by bank'), 4),
    soon,
    rest: fc.array(act, { minLength: 2, maxLength: 18 }),
    /** How the shop catches up: Stripe resends unacknowledged events, or the schedule runs. */
    end: fc.constantFrom<('redelivery' | 'schedule')[]>('redelivery', 'schedule'),
  })
  .map(({ start, mail, means, soon: next, rest, end }) => ({
    start,
    acts: [only('mail', { which: mail }), only('create'), only(means), ...next, ...rest],
    end,
  }));
export type History = Made<typeof history>;
