/** At most so many calls in each window of time. */
export type Quota = { readonly most: number; readonly windowInSeconds: number };

export type Limit = {
  readonly perClient?: Quota | undefined;
  /** Over all clients together. */
  readonly total?: Quota | undefined;
  /** 'shared': over all instances. 'instance': each for itself, where a call costs nothing outside. */
  readonly counted: 'shared' | 'instance';
};

/** One count that a call adds to. */
export type Tally = Quota & {
  /** Of what and of whom. */
  readonly name: string;
  /** The number of the window since 1970. */
  readonly window: number;
};

type Call = {
  /** Stands for the caller; tells nothing about them. */
  readonly client: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** What the quotas are multiplied by. */
  readonly factor: number;
};

export type NamedLimit = readonly [name: string, limit: Limit];

/**
 * What a call adds to: its client's tallies before those of all, so that who is over one of their own leaves
 * the totals alone.
 */
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

/** The seconds until the window ends of the tally that was full; 0 where none was. */
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
 * What each route lets through, and what else is counted. A client may be a household or a school behind one address.
 *
 * What is 'shared' is counted in Redis, and fails open: while Redis is down, each instance goes by its
 * own count, since an outage must not stop a parent who pays or has paid. What is counted by 'instance'
 * needs nothing that could fail.
 *
 * Routes that look an order up are counted by instance, since a count in Redis costs as much as the lookup. They
 * have no total of their own: it would let strangers shut out parents whose order is recorded. What must be
 * bounded over all is Stripe; see below.
 *
 * Not here: `reconcile`, which no address leads to, `not-found`, whose answer is kept in memory, and what is
 * the owner's alone, which asks nothing outside before it has seen the session.
 */
export const LIMITS = {
  // 30 parents of a school at once, twice over; too slow for who makes sessions to try cards in. The
  // total is what Stripe takes at one address, 25 a second: less would close the shop for less.
  'create-payment': { perClient: perMinute(60), total: perMinute(1500), counted: 'shared' },
  // A waiting page asks 8 times in its first minute; thirty of them may share an address.
  'verify-payment': { perClient: perMinute(240), counted: 'instance' },
  orders: { perClient: perMinute(240), counted: 'instance' },
  'secure-file-access': { perClient: perMinute(240), counted: 'instance' },
  'purchase-page': { perClient: perMinute(60), counted: 'instance' },
  // A download of a bundle is four, and each one resumed is one more.
  files: { perClient: perMinute(240), counted: 'instance' },
  // Costs nothing outside: asking Redis would be dearer than answering.
  products: { perClient: perMinute(600), total: perMinute(30_000), counted: 'instance' },
  // A monitor asks once a minute. Outside it costs something only for who has the owner's session or secret.
  health: { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },
  // The presses of many parents come from the few addresses of their mail service. A token that is not ours costs
  // nothing outside.
  'stop-news': { perClient: perMinute(600), total: perMinute(6000), counted: 'instance' },
  // Counts only what Stripe has not signed: its own events must not be lost, however many there are.
  'stripe-webhook': { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },
  // The same of the mail service's.
  'mail-webhook': { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },

  // Callers' questions to Stripe about a session, over all routes. Stripe answers 25 calls a second at one address of
  // its API, and in a sandbox no more in all (docs.stripe.com/rate-limits). The webhook and the reconciler ask there
  // too, so this leaves them 10.
  stripe: { total: perSecond(15), counted: 'shared' },
  // Such questions about what is not recorded. Asked once by a parent who comes back before the webhook, and again and
  // again by who tries ids. A page that waits for a bank has its order recorded, and is not counted here.
  unrecorded: { perClient: perMinute(30), counted: 'shared' },
  // Lookups of sessions that Redis knew nothing of. From there on, Stripe is asked before Redis is: so a stranger costs
  // at most 120 commands an hour at each instance, and 350,000 a month at one of each of the four functions, of the
  // 500,000 that Upstash gives for nothing. A parent costs one, where they come back before the webhook. So a school
  // stays below, and its orders open in any case.
  misses: { perClient: perHour(60), counted: 'instance' },
  // Emails that the owner sends by hand, so that who has stolen a session cannot flood a mailbox.
  'owners-mails': { total: perHour(30), counted: 'shared' },
  // Guesses of the owner's password. Whoever goes on guessing waits for a minute, then for an hour, then for a day. The
  // totals bound who guesses from many addresses: at most 500 a day. They also keep an owner out who logs in from a new
  // browser meanwhile, but neither from one that is known nor out of a running session.
  'login-minute': { perClient: perMinute(5), total: perMinute(60), counted: 'shared' },
  'login-hour': { perClient: perHour(20), total: perHour(200), counted: 'shared' },
  'login-day': { perClient: perDay(50), total: perDay(500), counted: 'shared' },
  // Requests for the email with an address's purchases. Each asks Stripe once or twice, whoever's address it is: so the
  // total is by the second, and small. A parent who tries each address of the family stays far below.
  'find-purchase-minute': { perClient: perMinute(5), counted: 'shared' },
  'find-purchase-hour': { perClient: perHour(20), counted: 'shared' },
  'find-purchase-second': { total: perSecond(3), counted: 'shared' },
  // Those emails to one address, whoever asks for them. The page of find-purchase names both.
  'found-mail-hour': { perClient: perHour(3), counted: 'shared' },
  'found-mail-day': { perClient: perDay(6), counted: 'shared' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** The routes that are counted by instance. */
export type LocalRoute = Exclude<
  {
    [Name in LimitName]: (typeof LIMITS)[Name]['counted'] extends 'instance' ? Name : never;
  }[LimitName],
  'misses'
>;

export type LimitedRoute = LocalRoute | 'create-payment';
