import { deepStrictEqual } from 'node:assert';
import { orderFrom } from '../../netlify/domain/orders.ts';
import type { Life } from './live.ts';
import type { Truth } from './truth.ts';

type Counts = Record<string, number>;

const add = (counts: Counts, field: string, by: number): void => {
  // A sum of nothing is the same as none.
  if (by !== 0) counts[field] = (counts[field] ?? 0) + by;
};

/** What each key of the sums must hold, from the orders themselves. */
const sumsOf = (orders: ReadonlyMap<string, Record<string, string>>): Record<string, Counts> => {
  const sums: Record<string, Counts> = {};
  for (const [session, facts] of orders) {
    const order = orderFrom(session, facts);
    if (!order) continue;
    const day = new Date(order.createdAt * 1000).toISOString().slice(0, 10);
    for (const period of ['all', day.slice(0, 7), day]) {
      const counts = (sums[`sales:dev:${period}`] ??= {});
      const isPaid = 'payment:paid' in facts;
      add(counts, `${order.productType}:orders`, isPaid ? 1 : 0);
      add(counts, `${order.productType}:amount`, isPaid ? order.amountInCents : 0);
      add(counts, `${order.productType}:refunded`, order.refundedInCents);
    }
  }
  return sums;
};

/** The same of all time, from what really happened. */
const truthOf = (truths: readonly Truth[]): Counts => {
  const counts: Counts = {};
  for (const { payment, product, refunds } of truths) {
    const isPaid = payment === 'paid';
    add(counts, `${product.product_type}:orders`, isPaid ? 1 : 0);
    add(counts, `${product.product_type}:amount`, isPaid ? product.price_in_cents : 0);
    for (const amount of refunds.values()) add(counts, `${product.product_type}:refunded`, amount);
  }
  return counts;
};

/** What was counted up is what the orders add up to, and, where all has been heard of, the truth. */
export const checkSums = async (
  { world: { redis }, truths }: Life,
  orders: ReadonlyMap<string, Record<string, string>>,
  isAllTold: boolean,
): Promise<void> => {
  const counted: Record<string, Counts> = {};
  for (const key of await redis.keys('sales:dev:*')) {
    const counts: Counts = {};
    for (const [field, by] of Object.entries(await redis.hgetall(key))) {
      add(counts, field, Number(by));
    }
    if (Object.keys(counts).length > 0) counted[key] = counts;
  }
  const wanted = Object.entries(sumsOf(orders)).filter(([, sums]) => Object.keys(sums).length > 0);
  deepStrictEqual(counted, Object.fromEntries(wanted), 'the sums are those of the orders');
  if (isAllTold) deepStrictEqual(counted['sales:dev:all'] ?? {}, truthOf(truths), 'the sums');
};
