import * as fc from 'fast-check';
import type { OrderAccessRequest } from '../../src/contract/admin-orders.ts';
import { OPENINGS } from '../../netlify/local/stripe/objects/dispute.ts';
import type { Crash } from './outside.ts';
import { weighted } from './weighted.ts';

/** What the shop's own code does; each may crash, and two may run at once. */
export type Call =
  | { readonly call: 'create'; readonly product: number }
  | { readonly call: 'return'; readonly session: number }
  | { readonly call: 'ask for a file'; readonly session: number; readonly product: number }
  | { readonly call: 'deliver'; readonly event: number }
  | { readonly call: 'reconcile' }
  /** The owner closes or opens an order. */
  | {
      readonly call: 'override';
      readonly session: number;
      readonly access: OrderAccessRequest['access'];
    };

/** What a buyer, the owner or a bank does. Sessions are picked by a number, modulo how many there are. */
export type Action =
  | {
      readonly do: 'pay' | 'decline' | 'bank' | 'cancel' | 'expire' | 'warn';
      readonly session: number;
    }
  | { readonly do: 'bank settles'; readonly session: number; readonly well: boolean }
  | { readonly do: 'refund'; readonly session: number; readonly part: 'all' | 'half' | 'a cent' }
  | { readonly do: 'refund fails'; readonly session: number }
  | { readonly do: 'dispute'; readonly session: number; readonly as: (typeof OPENINGS)[number] }
  | {
      readonly do: 'dispute goes on';
      /** Of the sessions that have one. */
      readonly session: number;
      /** Which of the session's, and each time to which status of those that may follow. */
      readonly which: number;
      readonly course: readonly number[];
    };

const MAIL_STATES = ['well', 'down', 'busy', 'lost', 'quota'] as const;
export type MailState = (typeof MAIL_STATES)[number];

type Step =
  | { readonly do: 'run'; readonly call: Call; readonly crash: Crash | null }
  | {
      readonly do: 'at once';
      readonly calls: readonly Call[];
      /** What happens in the middle of them. */
      readonly actions: readonly Action[];
      readonly turns: readonly number[];
    }
  /** Days, in which the reconciler does run: what is older than it looks back must be kept by then. */
  | { readonly do: 'days pass' }
  /** Nobody hears of anything, and the reconciler does not run. */
  | { readonly do: 'outage'; readonly days: number }
  /** All that the shop has recorded is gone. */
  | { readonly do: 'Redis is emptied' }
  /** A shop with the same keys: on the owner's machine, or on a second site. */
  | { readonly do: 'another shop runs'; readonly which: number }
  /** How the mail service is from now on. "lost" takes a mail, and its answer does not come. */
  | { readonly do: 'mail'; readonly is: MailState }
  /** Hours, in which nobody looks. */
  | { readonly do: 'hours pass' }
  | Action;

export type History = {
  readonly steps: readonly Step[];
  /** What is left in the end: what was never acknowledged is sent again, or the reconciler runs, or every buyer comes back. */
  readonly end: 'redelivery' | 'reconciler' | 'return';
};

const number = fc.nat(999);
const session = number;
const is = fc.constant;

const create = fc.record({ call: is('create'), product: number }) satisfies fc.Arbitrary<Call>;
const deliver = fc.record({ call: is('deliver'), event: number }) satisfies fc.Arbitrary<Call>;

const call = weighted<Call>(
  [1, create],
  [3, fc.record({ call: is('return'), session })],
  [2, fc.record({ call: is('ask for a file'), session, product: number })],
  [5, deliver],
  [1, fc.record({ call: is('reconcile') })],
);

/** Never at once with others: which refunds an opening is in spite of, the shop alone could tell. */
const override = fc.record({
  call: is('override'),
  session,
  access: fc.constantFrom('blocked', 'open'),
}) satisfies fc.Arbitrary<Call>;

const crash = fc.option(
  fc.record<Crash>({ call: fc.nat(9), when: fc.constantFrom('before', 'after') }),
  { freq: 3, nil: null },
);

const named = (
  ...names: ('pay' | 'decline' | 'bank' | 'cancel' | 'expire' | 'warn')[]
): fc.Arbitrary<Action> => fc.record({ do: fc.constantFrom(...names), session });

const afterSale = weighted<Action>(
  // Most begin as one or as an inquiry; a prevented one goes on to nothing.
  [
    4,
    fc.record({
      do: is('dispute'),
      session,
      as: fc.constantFrom(...OPENINGS, 'needs_response', 'warning_needs_response'),
    }),
  ],
  [
    8,
    fc.record({
      do: is('dispute goes on'),
      session,
      which: number,
      course: fc.array(number, { minLength: 1, maxLength: 6, size: 'max' }),
    }),
  ],
  [2, fc.record({ do: is('bank settles'), session, well: fc.boolean() })],
  [5, fc.record({ do: is('refund'), session, part: fc.constantFrom('all', 'half', 'a cent') })],
  [1, fc.record({ do: is('refund fails'), session })],
);

/** One event delivered twice or three times at once, or different things at once. */
const calls = fc.oneof(
  fc.array(call, { minLength: 2, maxLength: 3 }),
  fc
    .record({ one: deliver, times: fc.integer({ min: 2, max: 3 }) })
    .map(({ one, times }) => Array.from({ length: times }, () => one)),
);

const step = weighted<Step>(
  [8, fc.record({ do: is('run'), call: weighted<Call>([3, call], [1, override]), crash })],
  [
    4,
    fc.record({
      do: is('at once'),
      calls,
      actions: fc.array(afterSale, { maxLength: 2 }),
      turns: fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
    }),
  ],
  [5, named('pay')],
  [3, named('decline', 'cancel', 'expire', 'warn')],
  [2, named('bank')],
  [14, afterSale],
  [1, fc.record({ do: fc.constantFrom('days pass', 'hours pass') })],
  [1, fc.record({ do: is('Redis is emptied') })],
  [1, fc.record({ do: is('outage'), days: fc.integer({ min: 1, max: 10 }) })],
  [1, fc.record({ do: is('another shop runs'), which: number })],
  [2, fc.record({ do: is('mail'), is: fc.constantFrom(...MAIL_STATES) })],
);

/** Longer than what the reconciler reads twice. */
export const HOURS = 5;
/** Longer than it reads again each day. */
export const DAYS_IN_HOURS = 80;
/** Stripe lists events for 30 days: what an emptied Redis held before, nobody could tell it again. */
const MOST_HOURS = 28 * 24;

const hoursOf = (one: Step): number => {
  if (one.do === 'outage') return one.days * 24;
  if (one.do === 'days pass') return DAYS_IN_HOURS;
  return one.do === 'hours pass' ? HOURS : 0;
};

/** The steps without those that would make a history too long. */
const withinMonth = (steps: readonly Step[]): Step[] => {
  let hours = 0;
  return steps.filter((one) => {
    const after = hours + hoursOf(one);
    if (after > MOST_HOURS) return false;
    hours = after;
    return true;
  });
};

/** Begins with a session and what becomes of it, or most histories would be about nothing. */
export const history: fc.Arbitrary<History> = fc
  .record({
    mail: fc.constantFrom('well', ...MAIL_STATES),
    first: create,
    soon: weighted([4, named('pay')], [1, named('bank')]),
    rest: fc.array(step, { minLength: 2, maxLength: 16 }),
    end: fc.constantFrom<History['end'][]>('redelivery', 'reconciler', 'return'),
  })
  .map(({ mail, first, soon, rest, end }) => ({
    steps: [
      { do: 'mail', is: mail },
      { do: 'run', call: first, crash: null },
      soon,
      ...withinMonth(rest),
    ],
    end,
  }));
