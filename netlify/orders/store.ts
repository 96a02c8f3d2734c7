import { readHash, callRedis } from '../platform/redis.ts';
import type { Sale } from '../stripe/sale.ts';
import { orderKeys } from './keys.ts';
import { notesFrom, orderFrom, saleFrom } from './order-hash.ts';
import type { Notes, Order } from './order.ts';

/** Throws `Unavailable`. */
export const readOrder = async (sessionId: string): Promise<Order | null> =>
  orderFrom(sessionId, await readHash(orderKeys.order(sessionId)));

/** Omits sessions without an order. Throws `Unavailable`. */
export const readOrders = async (sessionIds: readonly string[]): Promise<Order[]> => {
  const orders = await Promise.all(sessionIds.map(readOrder));
  return orders.filter((order) => order !== null);
};

export type StoredState = {
  readonly version: string;
  readonly sale: Sale | null;
  readonly notes: Notes;
  /** In Unix seconds; null for an empty store. */
  readonly storeCreatedAt: number | null;
};

/** Throws `Unavailable`. */
export const readStoredState = async (sessionId: string): Promise<StoredState> => {
  const [hash, storeCreatedAt] = await Promise.all([
    readHash(orderKeys.order(sessionId)),
    callRedis<string | null>((pipeline) => pipeline.get(orderKeys.storeCreated())),
  ]);
  return {
    version: hash['version'] ?? '0',
    sale: saleFrom(hash),
    notes: notesFrom(hash),
    storeCreatedAt: storeCreatedAt === null ? null : Number(storeCreatedAt),
  };
};
