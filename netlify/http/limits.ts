/** At most `most` calls in each window. */
export type Quota = { readonly most: number; readonly windowInSeconds: number };

export type Limit = {
  readonly perClient?: Quota | undefined;
  /** For all clients together. */
  readonly total?: Quota | undefined;
  /** 'shared': by all instances together. 'instance': by each instance for itself. */
  readonly counted: 'shared' | 'instance';
};

/** One count that a call adds to. */
export type Tally = Quota & {
  /** The limit and the client. */
  readonly name: string;
  /** The number of the window since 1970. */
  readonly window: number;
};

type Call = {
  /** Stands for the caller. */
  readonly client: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** Multiplies the quotas. */
  readonly factor: number;
};

export type NamedLimit = readonly [name: string, limit: Limit];

/** The tallies of a call. The client's come before the totals, which a refused call must not use up. */
export const talliesOf = (limits: readonly NamedLimit[], { client, at, factor }: Call): Tally[] => {
  const tally = (name: string, whose: string, quota: Quota | undefined): Tally[] =>
    quota === undefined
      ? []
      : [
          {
            name: `${name}:${whose}`,
            most: quota.most * factor,
            windowInSeconds: quota.windowInSeconds,
            window: Math.floor(at / quota.windowInSeconds),
          },
        ];
  return [
    ...limits.flatMap(([name, { perClient }]) => tally(name, client, perClient)),
    ...limits.flatMap(([name, { total }]) => tally(name, 'total', total)),
  ];
};

/** The seconds until the window of the full tally ends; 0 where none was full. */
export const secondsToWait = (tallies: readonly Tally[], full: number, at: number): number => {
  const tally = tallies[full];
  return tally === undefined ? 0 : tally.windowInSeconds - (at % tally.windowInSeconds);
};

const per = (most: number, windowInSeconds: number): Quota => ({ most, windowInSeconds });
const perSecond = (most: number): Quota => per(most, 1);
const perMinute = (most: number): Quota => per(most, 60);
const perHour = (most: number): Quota => per(most, 3600);
const perDay = (most: number): Quota => per(most, 86_400);

/**
 * The limits of routes and of what else is counted. A client may be a household or a school behind one address.
 *
 * A 'shared' limit is counted in Redis. While Redis is down each instance uses its own count, since an outage must not
 * stop a parent who pays or has paid.
 *
 * Routes that look up an order are counted by instance, since a count in Redis costs as much as the lookup. They have no
 * total, with which strangers could shut out parents whose order is recorded. Questions to Stripe have one; see below.
 *
 * Routes without a limit: `reconcile`, which has no address; `not-found`, whose answer is in memory; and the owner's,
 * which do no work outside before they have checked the session.
 */
export const LIMITS = {
  // Twice the 30 parents of a school at once, and too slow for testing stolen cards. The total is Stripe's own limit of
  // 25 a second: a lower one would only make it easier to close the shop.
  'create-payment': { perClient: perMinute(60), total: perMinute(1500), counted: 'shared' },
  // A waiting page asks 8 times in its first minute, and thirty may share an address.
  'verify-payment': { perClient: perMinute(240), counted: 'instance' },
  orders: { perClient: perMinute(240), counted: 'instance' },
  'secure-file-access': { perClient: perMinute(240), counted: 'instance' },
  'purchase-page': { perClient: perMinute(60), counted: 'instance' },
  // A bundle takes four downloads, and each resumed one counts again.
  files: { perClient: perMinute(240), counted: 'instance' },
  // Asking Redis would cost more than answering.
  products: { perClient: perMinute(600), total: perMinute(30_000), counted: 'instance' },
  // A monitor asks once a minute. Only the owner's session or secret makes it ask other services.
  health: { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },
  // The presses of many parents come from the few addresses of their mail service.
  'stop-news': { perClient: perMinute(600), total: perMinute(6000), counted: 'instance' },
  // Only unsigned requests count: no event of Stripe's may be lost.
  'stripe-webhook': { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },
  // Likewise for the mail service.
  'mail-webhook': { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },

  // Callers' questions to Stripe about a session, on all routes together. Stripe answers 25 calls a second
  // (docs.stripe.com/rate-limits), which leaves 10 for the webhook and the reconciler.
  stripe: { total: perSecond(15), counted: 'shared' },
  // Such questions about sessions that are not recorded: one for a parent who returns before the webhook, many for a
  // caller who guesses ids. A page that waits for a bank has a recorded order and does not count.
  unrecorded: { perClient: perMinute(30), counted: 'shared' },
  // Lookups of sessions that Redis does not know. Beyond these Stripe is asked before Redis, so a stranger costs at most
  // 120 commands an hour and instance: 350,000 a month over the four functions, of Upstash's free 500,000. A parent
  // costs one at most, so a school stays below, and recorded orders open in any case.
  misses: { perClient: perHour(60), counted: 'instance' },
  // Emails that the owner sends by hand: a stolen session must not flood a mailbox.
  'owners-mails': { total: perHour(30), counted: 'shared' },
  // Guesses of the owner's password: after the limits the caller waits for a minute, an hour, then a day. The totals
  // bound guesses from many addresses. Meanwhile they also keep the owner out of a new browser, but not out of a known
  // one, nor of a running session.
  'login-minute': { perClient: perMinute(5), total: perMinute(60), counted: 'shared' },
  'login-hour': { perClient: perHour(20), total: perHour(200), counted: 'shared' },
  'login-day': { perClient: perDay(50), total: perDay(500), counted: 'shared' },
  // Requests of find-purchase. Each asks Stripe once or twice, so the total by the second is small. A parent who tries
  // each address of the family stays far below.
  'find-purchase-minute': { perClient: perMinute(5), counted: 'shared' },
  'find-purchase-hour': { perClient: perHour(20), counted: 'shared' },
  'find-purchase-second': { total: perSecond(3), counted: 'shared' },
  // Emails of find-purchase to one address. The page names both limits.
  'found-mail-hour': { perClient: perHour(3), counted: 'shared' },
  'found-mail-day': { perClient: perDay(6), counted: 'shared' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Routes that are counted by instance. */
export type LocalRoute = Exclude<
  {
    [Name in LimitName]: (typeof LIMITS)[Name]['counted'] extends 'instance' ? Name : never;
  }[LimitName],
  'misses'
>;

export type LimitedRoute = LocalRoute | 'create-payment';
