import * as fc from 'fast-check';
import { OPENINGS } from '../../netlify/local/stripe/dispute-statuses.ts';
import type { Crash } from './outside.ts';
import { weighted } from './weighted.ts';

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const number = fc.nat(999);
/** Sessions are picked by a number, modulo how many there are; often the first, so that much happens to one. */
const session = weighted<number>([1, fc.constant(0)], [1, number]);
const is = fc.constant;

const NO_CODE = '';
const code = fc.constantFrom(NO_CODE, NO_CODE, NO_CODE, NO_CODE, 'SPRING', 'GIFT', 'NOBODYS');
const create = fc.record({ call: is('create'), product: number, code });
/** Often the newest event. */
const deliver = fc.record({ call: is('deliver'), event: weighted([1, is(-1)], [1, number]) });
const comeBack = fc.record({ call: is('return'), session });
const askForFile = fc.record({ call: is('ask for a file'), session, product: number });
const schedule = fc.record({ call: is('schedule') });
/** By the owner. */
const sendAgain = fc.record({ call: is('send again'), session });
/** By the owner. Never at once with others, since an opening ignores earlier refunds and disputes. */
const decide = fc.record({
  call: is('decide'),
  session,
  access: fc.constantFrom('blocked', 'open'),
});

/** Calls of the shop's functions. Each may crash, and several may run at once. */
export type Call = Of<
  | typeof create
  | typeof deliver
  | typeof comeBack
  | typeof askForFile
  | typeof schedule
  | typeof sendAgain
  | typeof decide
>;

const call = weighted<Call>(
  [1, create],
  [3, comeBack],
  [2, askForFile],
  [5, deliver],
  [1, schedule],
  [1, sendAgain],
);

const crash = weighted<Crash | null>(
  [2, is(null)],
  [1, fc.record({ call: fc.nat(12), when: fc.constantFrom('before', 'after') })],
);

type Simple = 'pay' | 'decline' | 'bank' | 'cancel' | 'expire';
const named = (...names: Simple[]) => fc.record({ do: fc.constantFrom(...names), session });

// Most begin as one or as an inquiry; a prevented one goes on to nothing.
const dispute = fc.record({
  do: is('dispute'),
  session,
  as: fc.constantFrom(...OPENINGS, 'needs_response', 'warning_needs_response'),
});
const disputeGoesOn = fc.record({
  do: is('dispute goes on'),
  /** Of the sessions that have one. */
  session,
  /** Which of the session's, and each time to which status of those that may follow. */
  which: number,
  course: fc.array(number, { minLength: 1, maxLength: 6, size: 'max' }),
});
const bankSettles = fc.record({ do: is('bank settles'), session, well: fc.boolean() });
const refund = fc.record({
  do: is('refund'),
  session,
  part: fc.constantFrom('all', 'all', 'half', 'a cent'),
});
const refundFails = fc.record({ do: is('refund fails'), session });

type AfterSale = Of<
  typeof dispute | typeof disputeGoesOn | typeof bankSettles | typeof refund | typeof refundFails
>;
/** Acts of a buyer, the owner or a bank. */
export type Action = AfterSale | Of<ReturnType<typeof named>>;

const afterSale = weighted<AfterSale>(
  [4, dispute],
  [8, disputeGoesOn],
  [2, bankSettles],
  [5, refund],
  [1, refundFails],
);

/** How many of Stripe's answers are old. */
const lag = weighted<number>([2, is(0)], [1, fc.integer({ min: 1, max: 5 })]);
const runs = (one: fc.Arbitrary<Call>) => fc.record({ do: is('run'), call: one, crash, lag });
const run = runs(weighted<Call>([3, call], [1, decide]));
const turns = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });
const repeated = (one: fc.Arbitrary<Call>, least: number): fc.Arbitrary<Call[]> =>
  fc
    .record({ one, times: fc.integer({ min: least, max: 3 }) })
    .map((drawn) => Array.from({ length: drawn.times }, () => drawn.one));
/** One event delivered two or three times at once, or different calls at once, with acts in between. */
const atOnce = fc.record({
  do: is('at once'),
  calls: fc.oneof(fc.array(call, { minLength: 2, maxLength: 3 }), repeated(deliver, 2)),
  actions: fc.array(afterSale, { maxLength: 2 }),
  turns,
});
/** The owner's receipts, from several tabs at once. */
const sentAgain = fc.record({
  do: is('at once'),
  calls: repeated(sendAgain, 1),
  actions: is<AfterSale[]>([]),
  turns,
});
/** Time passes without events and without the schedule, or right after it has run. */
const pause = fc.record({
  do: is('pause'),
  hours: fc.constantFrom(5, 24, 80, 240),
  afterSchedule: fc.boolean(),
});
/** Everything recorded is lost, and hours pass. */
const emptied = fc.record({ do: is('Redis is emptied'), hours: fc.constantFrom(0, 80) });
/** The state of the mail service from now on. If "lost", it takes a mail, but its answer does not arrive. */
const MAIL_STATES = ['well', 'down', 'busy', 'lost', 'quota'] as const;
export type MailState = (typeof MAIL_STATES)[number];
const mailTurns = fc.record({
  do: is('mail'),
  is: fc.constantFrom('well', 'well', 'well', ...MAIL_STATES),
});

export type Step =
  Action | Of<typeof run | typeof atOnce | typeof pause | typeof emptied | typeof mailTurns>;

const step = weighted<Step>(
  [8, run],
  [4, atOnce],
  [5, named('pay')],
  [3, named('decline', 'cancel', 'expire')],
  [2, named('bank')],
  [14, afterSale],
  [2, pause],
  [2, emptied],
  [2, mailTurns],
);

export type History = {
  /** Its start in milliseconds, so that a replay does not depend on the hour of the day. */
  readonly start: number;
  readonly steps: readonly Step[];
  /** Unacknowledged events are sent again, or the schedule runs, or every buyer comes back. */
  readonly end: 'redelivery' | 'schedule' | 'return';
};

/** Stripe lists events for 30 days, and an emptied Redis needs all of them. */
const MOST_HOURS = 28 * 24;

/** The steps without the pauses that would make a history too long. */
const withinMonth = (steps: readonly Step[]): Step[] => {
  let hours = 0;
  return steps.filter((one) => {
    const after = hours + ('hours' in one ? one.hours : 0);
    if (after <= MOST_HOURS) hours = after;
    return after <= MOST_HOURS;
  });
};

const RETURN: Step = { do: 'run', call: { call: 'return', session: 0 }, crash: null, lag: 0 };
const delivered = (event: number, lagging: number): Step => {
  return { do: 'run', call: { call: 'deliver', event }, crash: null, lag: lagging };
};

/** Sequences after a sale that chance would seldom produce. */
const soonAfter = fc.oneof(
  fc.array(weighted<Step>([2, sentAgain], [1, refund], [1, named('pay')]), { maxLength: 5 }),
  // A refund is reported, and Stripe's next answers lack it.
  fc.tuple(refund, is(delivered(-1, 0)), is(delivered(-2, 0)), is(delivered(0, 5))),
  // A recorded sale is lost, and recorded again.
  fc.tuple(is(delivered(-1, 0)), emptied, is(delivered(0, 0))),
);

/** Each history begins with a session that is paid, since most others would test nothing. */
export const history: fc.Arbitrary<History> = fc
  .record({
    start: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
    mail: mailTurns,
    first: create,
    soon: weighted([4, named('pay')], [1, named('bank')]),
    returns: fc.boolean(),
    next: soonAfter,
    rest: fc.array(step, { minLength: 2, maxLength: 14 }),
    end: fc.constantFrom<History['end'][]>('redelivery', 'schedule', 'return'),
  })
  .map(({ start, mail, first, soon, returns, next, rest, end }) => ({
    start,
    steps: [
      mail,
      { do: 'run', call: first, crash: null, lag: 0 },
      soon,
      ...(returns ? [RETURN] : []),
      ...next,
      ...withinMonth(rest),
    ],
    end,
  }));
