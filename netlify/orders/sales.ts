import type { ProductType } from '#contract/catalogue.ts';
import type { SalesRange, SalesSum } from '#contract/admin-orders.ts';
import { dayOf, lastDays, lastMonths, monthOf } from './days.ts';
import type { Facts } from './facts.ts';

type Measure = keyof SalesSum;

export const NO_SALES: SalesSum = { orders: 0, amount: 0, discount: 0, refunded: 0 };

/** What a new fact adds to one sum of the order's product. */
export type SalesDelta = { readonly measure: Measure; readonly by: number };

/**
 * What a fact adds to the sums when it is new. A fact is new exactly once, so the sums are right whatever comes late,
 * twice or at once. A refund counts on the day of its order.
 */
export const salesDeltasOf = (facts: Facts, name: string): SalesDelta[] => {
  const amount = (of: string): number => Number(facts[of]?.split(' ')[0]);
  if (name === 'payment:paid') {
    const discount: SalesDelta[] =
      'discount' in facts ? [{ measure: 'discount', by: amount('discount') }] : [];
    return [{ measure: 'orders', by: 1 }, { measure: 'amount', by: amount('amount') }, ...discount];
  }
  if (!name.startsWith('refund:')) return [];
  const by = amount(name);
  return [{ measure: 'refunded', by: name.endsWith(':returned') ? -by : by }];
};

export const ALL_TIME = 'all';

/** The periods that a sale is counted in: its day by the owner's clock, its month and all time. */
export const periodsOf = (createdAt: number, timeZone: string): string[] => {
  const day = dayOf(createdAt, timeZone);
  return [day, monthOf(day), ALL_TIME];
};

const DAYS: Readonly<Record<Exclude<SalesRange, 'all'>, number>> = {
  today: 1,
  '7': 7,
  '30': 30,
  '90': 90,
};
const MONTHS_SHOWN = 24;

/** Sums of one period, by product. */
export type Sums = ReadonlyMap<ProductType, SalesSum>;

export const addSums = (sums: readonly SalesSum[]): SalesSum => ({
  orders: sums.reduce((sum, { orders }) => sum + orders, 0),
  amount: sums.reduce((sum, { amount }) => sum + amount, 0),
  discount: sums.reduce((sum, { discount }) => sum + discount, 0),
  refunded: sums.reduce((sum, { refunded }) => sum + refunded, 0),
});

export const addUp = (periods: readonly Sums[]): Sums => {
  const products = new Set(periods.flatMap((sums) => [...sums.keys()]));
  return new Map(
    [...products].map((product) => [
      product,
      addSums(periods.flatMap((sums) => sums.get(product) ?? [])),
    ]),
  );
};

export type Sales = {
  readonly total: Sums;
  /** Oldest first, without gaps: days, or months for all time. */
  readonly bars: readonly { readonly from: string; readonly sums: Sums }[];
};

/** The periods that a range shows: its days up to today, or months for all time. Oldest first. */
export const periodsShown = (range: SalesRange, today: string): string[] =>
  range === 'all' ? lastMonths(MONTHS_SHOWN, today) : lastDays(DAYS[range], today);
