import type { SalesSum } from '#contract/admin-orders.ts';
import type { SalesPorts, Sums } from './sales.ts';
import type { OrderKeys } from './redis-keys.ts';
import type { RedisClient } from '../clients/redis.ts';

const NOTHING: SalesSum = { orders: 0, amount: 0, refunded: 0 };

const isMeasure = (word: string | undefined): word is keyof SalesSum =>
  word !== undefined && word in NOTHING;

const sumsFrom = (counts: Readonly<Record<string, string>>): Sums => {
  const sums = new Map<string, SalesSum>();
  for (const [field, count] of Object.entries(counts)) {
    const [product = '', measure] = field.split(':');
    if (!isMeasure(measure)) continue;
    sums.set(product, { ...(sums.get(product) ?? NOTHING), [measure]: Number(count) });
  }
  return sums;
};

/** As a hash has them, below zero: field, count, field, count ... */
export const negated = (sums: Sums): (string | number)[] =>
  [...sums].flatMap(([product, sum]) =>
    Object.entries(sum).flatMap(([measure, count]) => [`${product}:${measure}`, -count]),
  );

type SumsOptions = Pick<RedisClient, 'readHash'> & { readonly keys: OrderKeys };

/** What was sold, counted up as it was recorded. All periods that are asked for are one request. */
export const createSums = ({ readHash, keys }: SumsOptions): SalesPorts['sums'] => ({
  find: async (periods) =>
    (await Promise.all(periods.map((period) => readHash(keys.sums(period))))).map(sumsFrom),
});
