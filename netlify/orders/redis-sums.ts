import type { SalesRange, SalesSum } from '#contract/admin-orders.ts';
import { catalogue } from '../catalogue.ts';
import { readHash } from '../clients/redis.ts';
import { now } from '../clock.ts';
import { dayOf } from './days.ts';
import { orderKeys } from './redis-keys.ts';
import { ALL_TIME, NO_SALES, type Sales, type Sums, addUp, periodsShown } from './sales.ts';

const isMeasure = (word: string | undefined): word is keyof SalesSum =>
  word !== undefined && word in NO_SALES;

const sumsFrom = (counts: Readonly<Record<string, string>>): Sums => {
  const sums = new Map<string, SalesSum>();
  for (const [field, count] of Object.entries(counts)) {
    const [product = '', measure] = field.split(':');
    if (!isMeasure(measure)) continue;
    sums.set(product, { ...(sums.get(product) ?? NO_SALES), [measure]: Number(count) });
  }
  return sums;
};

/** The sums of each period, in the order asked, by one request. They are kept as orders are recorded. */
export const findSums = async (periods: readonly string[]): Promise<readonly Sums[]> => {
  const { sums } = orderKeys();
  return (await Promise.all(periods.map((period) => readHash(sums(period))))).map(sumsFrom);
};

/** The sales of a range that ends today, by the owner's clock. One request, however much was sold. */
export const findSales = async (range: SalesRange): Promise<Sales> => {
  const shown = periodsShown(range, dayOf(now(), catalogue.time_zone));
  const [all = new Map(), ...found] = await findSums([ALL_TIME, ...shown]);
  return {
    total: range === 'all' ? all : addUp(found),
    bars: shown.map((from, index) => ({ from, sums: found[index] ?? new Map() })),
  };
};
