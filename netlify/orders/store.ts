import * as z from 'zod/mini';
import { sendToRedis, keyOf, readHash } from '../platform/redis.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import type { Sale } from '../stripe/session.ts';
import { type Notes, type Order, notesFrom, saleFrom, timeOfSale } from './order.ts';

/**
 * Orders in Redis. Every key names the deploy's context and Stripe's mode. An order is a hash:
 *
 *     sale                  Stripe's latest answer, as JSON (stripe/session.ts)
 *     version               the number of writes of the sale; see `save`
 *     access                the owner's block or opening, and when
 *     withdrawn             when the buyer withdrew
 *     receipt, copy:{n}     the outcome of the receipt, and of the copies that the owner sent
 *     fetched:{product}     how often and when last the file was fetched
 *     forgotten             the buyer's data were removed
 *
 * The indexes are sorted sets of sessions by the time of the sale. Two differ: `withdrawn` is by the time of the
 * withdrawal, and `product` has the buyers of a product. `names` is sorted by its members, "{name} {session}". A name is
 * the order's number, its end, the last 8 characters of the session id, or the payment's id, in lower case.
 */
export const orderKeys = {
  order: (sessionId: string): string => keyOf('order', sessionId),
  orders: (): string => keyOf('orders'),
  ofBuyer: (buyer: string): string => keyOf('buyer', buyer),
  ofProduct: (productType: string): string => keyOf('product', productType),
  withdrawn: (): string => keyOf('withdrawn'),
  names: (): string => keyOf('names'),
  /** When this store was made, in Unix seconds. */
  storeCreated: (): string => keyOf('store-created'),
  /** How far the schedule has read Stripe's events. */
  lastRun: (): string => keyOf('last-run'),
  /** The buyers who want no announcements. */
  unsubscribed: (): string => keyOf('unsubscribed'),
};

type Fields = Readonly<Record<string, string>>;

const orderFrom = (sessionId: string, fields: Fields): Order | null => {
  const sale = saleFrom(fields['sale']);
  return sale && { sessionId, ...sale, ...notesFrom(fields) };
};

/** null for a session without an order. Throws `Unavailable`. */
export const readOrder = async (sessionId: string): Promise<Order | null> =>
  orderFrom(sessionId, await readHash(orderKeys.order(sessionId)));

/** The orders of sessions, in one request. Leaves out a session without one. */
export const readOrders = async (sessionIds: readonly string[]): Promise<Order[]> =>
  (await Promise.all(sessionIds.map(readOrder))).filter((order) => order !== null);

/** A session's state before Stripe is asked. */
export type Stored = {
  readonly version: string;
  /** null until an answer was written. */
  readonly sale: Sale | null;
  readonly notes: Notes;
  /** When this store was made, in Unix seconds; null for an empty one. */
  readonly storeCreatedAt: number | null;
};

/** Throws `Unavailable`. */
export const readStored = async (sessionId: string): Promise<Stored> => {
  const [fields, created] = await Promise.all([
    readHash(orderKeys.order(sessionId)),
    sendToRedis<string | null>((pipeline) => pipeline.get(orderKeys.storeCreated())),
  ]);
  return {
    version: fields['version'] ?? '0',
    sale: saleFrom(fields['sale']),
    notes: notesFrom(fields),
    storeCreatedAt: created === null ? null : Number(created),
  };
};

/** The names that find an order besides its session. None of them gives access. */
const namesOf = (sessionId: string, { paymentId }: Sale): string[] => {
  const number = orderNumberOf(sessionId).replaceAll('-', '');
  const names = [number, number.slice(4), sessionId.slice(-8), ...(paymentId ? [paymentId] : [])];
  return names.map((name) => name.toLowerCase());
};

/** More orders than any buyer has. */
const MOST_OF_BUYER = 10_000;

/** The sessions of a buyer, newest first. */
export const sessionsOfBuyer = (buyer: string, most = MOST_OF_BUYER): Promise<string[]> =>
  sendToRedis((pipeline) => pipeline.zrange(orderKeys.ofBuyer(buyer), 0, most - 1, { rev: true }));

/** The sessions that have a name with this beginning, in any case. */
export const sessionsNamed = async (beginning: string, most = 100): Promise<string[]> => {
  const from = beginning.toLowerCase();
  const members = await sendToRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.names(), `[${from}`, `[${from}~`, {
      byLex: true,
      offset: 0,
      count: most,
    }),
  );
  return [...new Set(members.map((member) => member.split(' ')[1] ?? ''))];
};

export type IndexEntry = readonly [key: string, score: number, member: string];

/** An order's places in the indexes, but among the withdrawn ones. */
export const indexEntries = (sessionId: string, sale: Sale): IndexEntry[] => {
  const { orders, ofProduct, ofBuyer, names } = orderKeys;
  const [time, { buyer }] = [timeOfSale(sale), sale];
  const ofThisBuyer: readonly IndexEntry[] =
    buyer === null
      ? []
      : [
          [ofBuyer(buyer), time, sessionId],
          [ofProduct(sale.productType), time, buyer],
        ];
  return [
    [orders(), time, sessionId],
    ...ofThisBuyer,
    ...namesOf(sessionId, sale).map((name): IndexEntry => [names(), 0, `${name} ${sessionId}`]),
  ];
};

const progressSchema = z.object({
  /** When the last good run began, in Unix seconds; null before the first one. */
  doneAt: z.nullable(z.int()),
  /** A run that ran out of time: when it began, from when on it reads, and the last event that it read. */
  stopped: z.nullable(z.object({ began: z.int(), since: z.int(), after: z.string() })),
});
export type ScheduleProgress = z.infer<typeof progressSchema>;

/** How far the schedule has read Stripe's events. A new or restored store has no progress. */
export const readProgress = async (): Promise<ScheduleProgress> => {
  const text = await sendToRedis<string | null>((pipeline) => pipeline.get(orderKeys.lastRun()));
  return text === null ? { doneAt: null, stopped: null } : progressSchema.parse(JSON.parse(text));
};

export const writeProgress = (progress: ScheduleProgress): Promise<unknown> =>
  sendToRedis((pipeline) => pipeline.set(orderKeys.lastRun(), JSON.stringify(progress)));
