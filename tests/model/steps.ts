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
export const create = fc.record({ call: is('create'), product: number, code });
const withdraw = fc.record({ call: is('withdraw'), session });
const deliver = fc.record({ call: is('deliver'), event: number });
const comeBack = fc.record({ call: is('return'), session });
const askForFile = fc.record({ call: is('ask for a file'), session, product: number });
const schedule = fc.record({ call: is('schedule') });
/** By the owner. */
const sendAgain = fc.record({ call: is('send again'), session });
/** By the owner. Never at once with others, since an opening ignores what was created before it. */
const decide = fc.record({
  call: is('decide'),
  session,
  access: fc.constantFrom('blocked', 'open'),
});

/** What the shop's own code does; each may crash, and two may run at once. */
export type Call = Of<
  | typeof create
  | typeof withdraw
  | typeof deliver
  | typeof comeBack
  | typeof askForFile
  | typeof schedule
  | typeof sendAgain
  | typeof decide
>;

const call = weighted<Call>(
  [1, create],
  [1, withdraw],
  [3, comeBack],
  [2, askForFile],
  [5, deliver],
  [1, schedule],
  [1, sendAgain],
);

const crash = fc.option(
  fc.record<Crash>({ call: fc.nat(12), when: fc.constantFrom('before', 'after') }),
  { freq: 3, nil: null },
);

type Simple = 'pay' | 'decline' | 'bank' | 'cancel' | 'expire';
export const named = (...names: Simple[]) => fc.record({ do: fc.constantFrom(...names), session });

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
  part: fc.constantFrom('all', 'half', 'a cent'),
});
const refundFails = fc.record({ do: is('refund fails'), session });

type AfterSale = Of<
  typeof dispute | typeof disputeGoesOn | typeof bankSettles | typeof refund | typeof refundFails
>;
/** What a buyer, the owner or a bank does. */
export type Action = AfterSale | Of<ReturnType<typeof named>>;

const afterSale = weighted<AfterSale>(
  [4, dispute],
  [8, disputeGoesOn],
  [2, bankSettles],
  [5, refund],
  [1, refundFails],
);

/** How many answers of Stripe's are those of a moment ago. */
const lag = weighted<number>([4, is(0)], [1, fc.integer({ min: 1, max: 5 })]);
const run = fc.record({ do: is('run'), call: weighted<Call>([3, call], [1, decide]), crash, lag });
const turns = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });
const repeated = (one: fc.Arbitrary<Call>, least: number): fc.Arbitrary<Call[]> =>
  fc
    .record({ one, times: fc.integer({ min: least, max: 3 }) })
    .map((drawn) => Array.from({ length: drawn.times }, () => drawn.one));
/** One event delivered twice or three times at once, or different things at once, and what happens meanwhile. */
const atOnce = fc.record({
  do: is('at once'),
  calls: fc.oneof(fc.array(call, { minLength: 2, maxLength: 3 }), repeated(deliver, 2)),
  actions: fc.array(afterSale, { maxLength: 2 }),
  turns,
});
/** What only a paid order allows, from one tab or several. */
const afterPaying = fc.record({
  do: is('at once'),
  calls: fc.oneof(repeated(withdraw, 1), repeated(sendAgain, 1)),
  actions: is<AfterSale[]>([]),
  turns,
});
/** Days, after a run of the schedule, or hours without one. */
const pause = fc.oneof(fc.record({ do: is('days pass') }), fc.record({ do: is('hours pass') }));
/** All that the shop has recorded is gone. */
const emptied = fc.record({ do: is('Redis is emptied') });
/** No event arrives, and the schedule does not run. */
const outage = fc.record({ do: is('outage'), days: fc.integer({ min: 1, max: 10 }) });
/** A shop with the same keys: on the owner's machine, or on a second site. */
const another = fc.record({ do: is('another shop runs'), which: number });
/** How the mail service is from now on. "lost" takes a mail, and its answer does not come. */
export const MAIL_STATES = ['well', 'down', 'busy', 'lost', 'quota'] as const;
export type MailState = (typeof MAIL_STATES)[number];
const mailTurns = fc.record({ do: is('mail'), is: fc.constantFrom(...MAIL_STATES) });

/** A sale and what became of it, in an order that chance would seldom bring about. */
export const soonAfter = weighted<Step>([4, afterPaying], [2, refund], [2, named('pay')]);

export type Step =
  | Action
  | Of<
      | typeof run
      | typeof atOnce
      | typeof pause
      | typeof emptied
      | typeof outage
      | typeof another
      | typeof mailTurns
    >;

export const step = weighted<Step>(
  [8, run],
  [4, atOnce],
  [5, named('pay')],
  [3, named('decline', 'cancel', 'expire')],
  [2, named('bank')],
  [14, afterSale],
  [1, pause],
  [1, emptied],
  [1, outage],
  [1, another],
  [2, mailTurns],
);
