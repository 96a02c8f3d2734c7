import { deepStrictEqual } from 'node:assert';
import { dayOf } from '../catalogue.ts';
import type { Life } from './live.ts';
import { type Truth, refundedOf } from './truth.ts';

type Counts = Record<string, number>;

const add = (counts: Counts, field: string, by: number): void => {
  // A sum of nothing is the same as none.
  if (by !== 0) counts[field] = (counts[field] ?? 0) + by;
};

/** What has gone back to the buyer as far as the order has heard of it. */
const refundedIn = ({ refunds }: Truth, facts: Record<string, string>): number =>
  [...refunds].reduce((sum, [id, { amount }]) => {
    const isHeld = `refund:${id}` in facts && !(`refund:${id}:returned` in facts);
    return isHeld ? sum + amount : sum;
  }, 0);

/** What each key of the sums must hold, from what really happened. */
const sumsOf = (
  truths: readonly Truth[],
  refunded: (truth: Truth) => number,
): Record<string, Counts> => {
  const sums: Record<string, Counts> = {};
  for (const truth of truths) {
    const { payment, product, createdAt } = truth;
    const day = dayOf(createdAt * 1000);
    for (const period of ['all', day.slice(0, 7), day]) {
      const counts = (sums[`sales:dev:${period}`] ??= {});
      const isPaid = payment === 'paid';
      add(counts, `${product.product_type}:orders`, isPaid ? 1 : 0);
      add(counts, `${product.product_type}:amount`, isPaid ? product.price_in_cents : 0);
      add(counts, `${product.product_type}:refunded`, refunded(truth));
    }
  }
  return sums;
};

/** What was counted up is what really happened; of refunds, what the orders have heard of. */
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
  const refunded = (truth: Truth): number =>
    isAllTold ? refundedOf(truth) : refundedIn(truth, orders.get(truth.session) ?? {});
  const wanted = Object.entries(sumsOf(truths, refunded)).filter(
    ([, sums]) => Object.keys(sums).length > 0,
  );
  deepStrictEqual(counted, Object.fromEntries(wanted), 'the sums');
};
