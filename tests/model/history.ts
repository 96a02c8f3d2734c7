import * as fc from 'fast-check';
import { MAIL_STATES, type Step, create, named, soonAfter, step } from './steps.ts';
import { weighted } from './weighted.ts';

export type History = {
  /** When it begins, in milliseconds: a replay must not depend on the hour of the day. */
  readonly start: number;
  readonly steps: readonly Step[];
  /** What is left in the end: what was never acknowledged is sent again, or the schedule runs, or every buyer comes back. */
  readonly end: 'redelivery' | 'schedule' | 'return';
};

/** Longer than the schedule reads twice. */
export const HOURS = 5;
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

const RETURN: Step = { do: 'run', call: { call: 'return', session: 0 }, crash: null, lag: 0 };

/** Begins with a session and what becomes of it, or most histories would be about nothing. */
export const history: fc.Arbitrary<History> = fc
  .record({
    start: fc.date({
      min: new Date('2026-01-01Z'),
      max: new Date('2028-01-01Z'),
      noInvalidDate: true,
    }),
    mail: fc.constantFrom('well', ...MAIL_STATES),
    first: create,
    soon: weighted([4, named('pay')], [1, named('bank')]),
    returns: fc.boolean(),
    next: fc.array(soonAfter, { maxLength: 5 }),
    rest: fc.array(step, { minLength: 2, maxLength: 14 }),
    end: fc.constantFrom<History['end'][]>('redelivery', 'schedule', 'return'),
  })
  .map(({ start, mail, first, soon, returns, next, rest, end }) => ({
    start: start.getTime(),
    steps: [
      { do: 'mail', is: mail },
      { do: 'run', call: first, crash: null, lag: 0 },
      soon,
      ...(returns ? [RETURN] : []),
      ...next,
      ...withinMonth(rest),
    ],
    end,
  }));
