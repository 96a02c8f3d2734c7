import { ordersContext } from '../env.ts';

/**
 * The keys of the orders in Redis. The context keeps deploys apart that share one database: what a test card bought in
 * a preview must not count as paid in the live shop.
 *
 *     order:{context}:{session}     hash: the order's facts, and the ledger of its events
 *     orders:{context}              sorted set: every session that has an order, by when its checkout began
 *     names:{context}               sorted set, read by prefix: "{name} {session}" for each name of each order
 *     born:{context}                when this database recorded its first run or order
 *     buyer:{context}:{buyer}       sorted set: the sessions of one address, by when their checkout began
 *     event:{context}:{event}       the events that were handled, for a month
 *     reconciler:{context}          when the last run began, and how far it came
 *
 * Emails. Each queue is a sorted set of what is to be sent, by when to try (again); each hash of tries holds when a try
 * began whose outcome is not known.
 *
 *     receipts:{context}            queue: the sessions whose receipt is to be sent
 *     withdrawals:{context}         queue: the sessions whose buyer has withdrawn, to be refunded and confirmed
 *     finds:{context}               queue: the requests of find-purchase
 *     finds-tried:{context}         hash of tries, by request
 *     owner-queue:{context}         queue: the owner's alerts; see mail/owner-alerts.ts
 *     owner-tried:{context}         hash of tries, by alert
 *     owner-told:{context}:{key}    the alerts that were queued, for half a year
 *     told:{context}                sorted set: the editions that were announced, by when that began
 *     telling:{context}             the same of those that are not finished and not stopped
 *     telling-turn:{context}        exists while a portion of announcements is sent
 *     told:{context}:{edition}      hash: one announcement and its progress; see mail/announcement.ts
 *     to-tell:{context}:{edition}   queue: the buyers who are to get it
 *     tried:{context}:{edition}     hash of tries, by buyer
 *     no-news:{context}             set: the buyers who want no announcements
 */
const createOrderKeys = (context: string) => ({
  order: (sessionId: string): string => `order:${context}:${sessionId}`,
  index: `orders:${context}`,
  names: `names:${context}`,
  born: `born:${context}`,
  buyer: (buyer: string): string => `buyer:${context}:${buyer}`,
  event: (eventId: string): string => `event:${context}:${eventId}`,
  lastRun: `reconciler:${context}`,
  receipts: `receipts:${context}`,
  withdrawals: `withdrawals:${context}`,
  finds: `finds:${context}`,
  findTries: `finds-tried:${context}`,
  alerts: `owner-queue:${context}`,
  alertTries: `owner-tried:${context}`,
  alert: (key: string): string => `owner-told:${context}:${key}`,
  announcements: `told:${context}`,
  openAnnouncements: `telling:${context}`,
  announcementTurn: `telling-turn:${context}`,
  announcement: (edition: string): string => `told:${context}:${edition}`,
  announcementQueue: (edition: string): string => `to-tell:${context}:${edition}`,
  announcementTries: (edition: string): string => `tried:${context}:${edition}`,
  optedOut: `no-news:${context}`,
});

type OrderKeys = ReturnType<typeof createOrderKeys>;

let shopKeys: OrderKeys | undefined;

/** The keys of this process's orders. */
export const orderKeys = (): OrderKeys => (shopKeys ??= createOrderKeys(ordersContext()));

/** Opens another context's orders, for an owner's command. */
export const openOrders = (context: string): void => {
  shopKeys = createOrderKeys(context);
};
