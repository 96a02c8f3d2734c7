/** At most so many calls in each window of time. */
type Quota = { readonly most: number; readonly windowInSeconds: number };

export type Limit = {
  readonly perClient?: readonly Quota[];
  /** Over all clients together. */
  readonly total?: readonly Quota[];
  /** 'shared': in Redis, over all instances. 'instance': each instance counts for itself. */
  readonly counted: 'shared' | 'instance';
  /** RATE_LIMIT_FACTOR does not multiply it. */
  readonly isFixed?: true;
  /** A call that Redis cannot count is refused. By default the instance's own count decides then. */
  readonly failsClosed?: true;
};

const per = (most: number, windowInSeconds: number): Quota => ({ most, windowInSeconds });
const perSecond = (most: number): Quota => per(most, 1);
const perMinute = (most: number): Quota => per(most, 60);
const perHour = (most: number): Quota => per(most, 3600);
const perDay = (most: number): Quota => per(most, 86_400);

/**
 * Calls of each public route. A client may be a household or a school behind one address.
 *
 * A shared limit fails open, since an outage of Redis must not stop a parent who pays or has paid.
 *
 * Routes that look an order up are counted by instance, because a count in Redis costs as much as the lookup. They
 * have no total: strangers could use it up and shut out parents whose order is recorded. Their questions to Stripe
 * have a total, see below.
 *
 * Not listed: `reconcile`, which has no address; `not-found`, whose answer is in memory; and the owner's routes, which
 * ask nothing outside before they have checked the session.
 */
const ROUTES = {
  // A school of 30 parents, twice over; too slow for testing stolen cards. The total is Stripe's own: 25 a second.
  'create-payment': { perClient: [perMinute(60)], total: [perMinute(1500)], counted: 'shared' },
  // A waiting page asks 8 times in its first minute; thirty of them may share an address.
  'verify-payment': { perClient: [perMinute(240)], counted: 'instance' },
  orders: { perClient: [perMinute(240)], counted: 'instance' },
  'secure-file-access': { perClient: [perMinute(240)], counted: 'instance' },
  'purchase-page': { perClient: [perMinute(60)], counted: 'instance' },
  // A bundle is four downloads, and each resumed one is another request.
  files: { perClient: [perMinute(240)], counted: 'instance' },
  // A count in Redis would cost more than the answer.
  products: { perClient: [perMinute(600)], total: [perMinute(30_000)], counted: 'instance' },
  // A monitor asks once a minute. Strangers get a constant answer.
  health: { perClient: [perMinute(60)], total: [perMinute(6000)], counted: 'instance' },
  // The clicks of many parents come from the few addresses of their mail service.
  'opt-out': { perClient: [perMinute(600)], total: [perMinute(6000)], counted: 'instance' },
  // Webhooks count unsigned calls only: no genuine event may be lost, however many there are.
  'stripe-webhook': { perClient: [perMinute(60)], total: [perMinute(6000)], counted: 'instance' },
} as const satisfies Record<string, Limit>;

export const LIMITS = {
  ...ROUTES,
  // Questions to Stripe about a session, over all routes. Stripe answers 25 calls a second at one address of its API,
  // and in a sandbox no more in all (docs.stripe.com/rate-limits). The webhook and the reconciler need the other 10.
  stripe: { total: [perSecond(15)], counted: 'shared' },
  // Such questions about sessions without a recorded order. A parent who comes back before the webhook asks once;
  // whoever guesses ids asks again and again. A page that waits for a bank has its order recorded.
  unrecorded: { perClient: [perMinute(30)], counted: 'shared' },
  // Lookups that found nothing in Redis. Beyond this limit, Stripe is asked before Redis: a stranger then costs at most
  // 120 commands an hour at each instance, and 350,000 a month at one instance of each of the four functions, of the
  // 500,000 in Upstash's free plan. A parent costs one, if they come back before the webhook.
  misses: { perClient: [perHour(60)], counted: 'instance' },
  // Emails that the owner sends by hand. A stolen session must not flood a mailbox.
  'owner-emails': { total: [perHour(30)], counted: 'shared' },
  // Guesses of the owner's password. Whoever goes on guessing waits for a minute, then an hour, then a day. The totals
  // bound guesses from many addresses, and do not apply to a browser that the owner has logged in with before.
  // It fails closed, since whoever can make Redis fail could otherwise guess without end.
  login: {
    perClient: [perMinute(5), perHour(20), perDay(50)],
    total: [perMinute(60), perHour(200), perDay(500)],
    counted: 'shared',
    isFixed: true,
    failsClosed: true,
  },
  // Requests for the email with an address's purchases. Each asks Stripe once or twice, hence the total by the second.
  'find-purchase': {
    perClient: [perMinute(5), perHour(20)],
    total: [perSecond(3)],
    counted: 'shared',
  },
  // Those emails to one address, whoever requests them. The page of find-purchase states these numbers.
  'found-email': { perClient: [perHour(3), perDay(6)], counted: 'shared', isFixed: true },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type SharedLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name]['counted'] extends 'shared' ? Name : never;
}[LimitName];
export type LocalLimit = Exclude<LimitName, SharedLimit>;
export type LimitedRoute = keyof typeof ROUTES;
