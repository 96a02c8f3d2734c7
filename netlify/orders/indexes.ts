import { callRedis } from '../platform/redis.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import type { Sale } from '../stripe/sale.ts';
import { orderKeys } from './keys.ts';
import { type Order, timeOfSale } from './order.ts';

type IndexedOrder = Readonly<Sale> & Pick<Order, 'sessionId' | 'settledAt'>;

/** The search terms that find an order, in lower case. They do not grant access to it. */
const namesOf = ({ sessionId, paymentId }: IndexedOrder): string[] => {
  const number = orderNumberOf(sessionId).replaceAll('-', '');
  const names = [number, number.slice(4), sessionId.slice(-8)];
  if (paymentId !== null) names.push(paymentId);
  return names.map((name) => name.toLowerCase());
};

export type IndexEntry = {
  readonly key: string;
  readonly score: number;
  readonly member: string;
};

/** Excludes the indexes for notes: withdrawn orders, and orders that are waiting for a file. */
export const indexEntries = (order: IndexedOrder): IndexEntry[] => {
  const { sessionId, buyer, productType, promotionCode } = order;
  const time = timeOfSale(order);
  const entries: IndexEntry[] = [{ key: orderKeys.orders(), score: time, member: sessionId }];
  if (buyer !== null) {
    entries.push({ key: orderKeys.ofBuyer(buyer), score: time, member: sessionId });
    entries.push({ key: orderKeys.ofProduct(productType), score: time, member: buyer });
  }
  if (promotionCode !== null) {
    entries.push({ key: orderKeys.withCode(promotionCode), score: time, member: sessionId });
  }
  for (const name of namesOf(order)) {
    entries.push({ key: orderKeys.names(), score: 0, member: `${name} ${sessionId}` });
  }
  return entries;
};

/** Newest first. Ignores case, as Stripe does. */
export const sessionsWithCode = (code: string, limit: number): Promise<string[]> =>
  callRedis((pipeline) => pipeline.zrange(orderKeys.withCode(code), 0, limit - 1, { rev: true }));

const MAX_SESSIONS_OF_BUYER = 10_000;

export const sessionsOfBuyer = (buyer: string, limit = MAX_SESSIONS_OF_BUYER): Promise<string[]> =>
  callRedis((pipeline) => pipeline.zrange(orderKeys.ofBuyer(buyer), 0, limit - 1, { rev: true }));

/**
 * Ignores case.
 *
 *     await sessionsByNamePrefix('mk7q'); // every name that starts with "mk7q"
 *     await sessionsByNamePrefix('pi_123 '); // only the name "pi_123"
 */
export const sessionsByNamePrefix = async (prefix: string, limit = 100): Promise<string[]> => {
  const start = prefix.toLowerCase();
  const members = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.names(), `[${start}`, `[${start}~`, {
      byLex: true,
      offset: 0,
      count: limit,
    }),
  );
  const sessions = members.map((member) => member.slice(member.indexOf(' ') + 1));
  return [...new Set(sessions)];
};
