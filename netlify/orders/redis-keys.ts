import { failuresKey } from '../clients/redis.ts';
import { ordersContext } from '../env.ts';

/**
 * Where the orders stand in Redis. The context keeps deploys apart that share one Redis: what a test card
 * paid for in a preview must not count as paid in the live shop.
 *
 *     order:{context}:{session}     hash: the order's facts, and the ledger of its events
 *     orders:{context}              sorted set: every session that has an order, by when its checkout began
 *     find:{context}:{beginning}    hash: the rest of a name, and when the orders of that name began
 *     sales:{context}:{period}      hash: {product}:{measure}, counted up; a day, a month or all time
 *     born:{context}                when this database began to hear of orders; an emptied one begins anew
 *     buyer:{context}:{buyer}       sorted set: the sessions of one address, by when their checkout began
 *     receipts:{context}            sorted set: the sessions whose receipt is not sent, by when to try (again)
 *     finds:{context}               sorted set: requests of find-purchase whose mail is not sent, by when to try (again)
 *     finds-tried:{context}         hash: when a try of one began of which no end is known
 *     told:{context}                sorted set: the editions that buyers are told of by mail, by when that began
 *     telling:{context}             the same of those that are not finished and not stopped
 *     telling-turn:{context}        there while a portion of such mails is sent
 *     told:{context}:{edition}      hash: what is told, to whom, and how far that is; see mail/announcement.ts
 *     to-tell:{context}:{edition}   sorted set: the buyers that wait, by when to try (again)
 *     tried:{context}:{edition}     hash: when a try began of which no end is known, by buyer
 *     no-news:{context}             set: the buyers who want no such mail
 *     lost-receipts:{context}       sorted set: the last sessions whose receipt did not arrive, by when that was told
 *     event:{context}:{event}       the events that were handled, for a month
 *     reconciler:{context}          what the last run found
 *     reconciler-news:{context}     list: the last runs that healed or failed, newest first
 *     failures:{context}            list: the last requests that met an error, newest first
 *     webhook:{context}             when Stripe called last
 *     owner-queue:{context}         sorted set: what the owner is to be told, by when to try; see mail/owner-alerts.ts
 *     owner-tried:{context}         hash: when a try began of which no end is known
 *     owner-told:{context}:{key}    that it was told, for half a year
 */
const createOrderKeys = (context: string) => ({
  order: (sessionId: string): string => `order:${context}:${sessionId}`,
  index: `orders:${context}`,
  /**
   * Many small hashes take a third of the memory of a large one, since Redis packs them; each stays small
   * up to some million orders.
   */
  name: (name: string): { readonly key: string; readonly field: string } => {
    const letters = Math.ceil(name.length / 3);
    return { key: `find:${context}:${name.slice(0, letters)}`, field: name.slice(letters) };
  },
  sums: (period: string): string => `sales:${context}:${period}`,
  buyer: (buyer: string): string => `buyer:${context}:${buyer}`,
  born: `born:${context}`,
  receipts: `receipts:${context}`,
  finds: `finds:${context}`,
  findsTried: `finds-tried:${context}`,
  told: `told:${context}`,
  telling: `telling:${context}`,
  tellingTurn: `telling-turn:${context}`,
  toldOf: (edition: string): string => `told:${context}:${edition}`,
  toTell: (edition: string): string => `to-tell:${context}:${edition}`,
  tried: (edition: string): string => `tried:${context}:${edition}`,
  noNews: `no-news:${context}`,
  lostReceipts: `lost-receipts:${context}`,
  event: (eventId: string): string => `event:${context}:${eventId}`,
  lastRun: `reconciler:${context}`,
  news: `reconciler-news:${context}`,
  failures: failuresKey(context),
  lastWebhook: `webhook:${context}`,
  ownerQueue: `owner-queue:${context}`,
  ownerTried: `owner-tried:${context}`,
  ownerTold: (key: string): string => `owner-told:${context}:${key}`,
});

type OrderKeys = ReturnType<typeof createOrderKeys>;

let shopKeys: OrderKeys | undefined;

/** Those of the orders of this process. */
export const orderKeys = (): OrderKeys => (shopKeys ??= createOrderKeys(ordersContext()));

/** For a command of the owner's: from now on the orders of that context. */
export const openOrders = (context: string): void => {
  shopKeys = createOrderKeys(context);
};
