import type { ProductType } from '#contract/catalogue.ts';
import { dayOf, monthOf } from './days.ts';

/** What a report reads of a paid order. Amounts are in minor units. */
export type PaidOrder = {
  /** Unix time in seconds. */
  readonly paidAt: number;
  readonly amountInCents: number;
  readonly refundedInCents: number;
  readonly taxInCents: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly productType: ProductType;
};

/** What some orders of one currency come to, in minor units. */
export type Sum = {
  readonly currency: string;
  readonly orders: number;
  readonly gross: number;
  readonly refunded: number;
  readonly tax: number;
  /** What is left of the gross after refunds and tax. */
  readonly net: number;
};

const groupBy = (
  orders: readonly PaidOrder[],
  keyOf: (order: PaidOrder) => string,
): PaidOrder[][] => [...Map.groupBy(orders, keyOf).values()];

const total = (orders: readonly PaidOrder[], of: (order: PaidOrder) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0);

const sumOf = (orders: readonly PaidOrder[]): Sum => {
  const gross = total(orders, ({ amountInCents }) => amountInCents);
  const refunded = total(orders, ({ refundedInCents }) => refundedInCents);
  const tax = total(orders, ({ taxInCents }) => taxInCents);
  const currency = orders[0]?.currency ?? '';
  return { currency, orders: orders.length, gross, refunded, tax, net: gross - refunded - tax };
};

/** A sum for each product in each currency. */
export const sumsByProduct = (
  orders: readonly PaidOrder[],
): (Sum & { readonly productType: ProductType })[] =>
  groupBy(orders, ({ productType, currency }) => `${productType} ${currency}`).map((group) =>
    Object.assign(sumOf(group), { productType: group[0]?.productType ?? '' }),
  );

/** A sum for each currency. */
export const totals = (orders: readonly PaidOrder[]): Sum[] =>
  groupBy(orders, ({ currency }) => currency).map(sumOf);

const daysIn = (month: string): string[] => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
};

/** The gross of each day of a month ("2026-11") in one currency, from the first day to the last. */
export const grossByDay = (
  orders: readonly PaidOrder[],
  { month, currency, timeZone }: { month: string; currency: string; timeZone: string },
): { readonly day: string; readonly gross: number }[] => {
  const ofDays = Map.groupBy(
    orders.filter((order) => order.currency === currency),
    ({ paidAt }) => dayOf(paidAt, timeZone),
  );
  return daysIn(month).map((day) => ({
    day,
    gross: total(ofDays.get(day) ?? [], ({ amountInCents }) => amountInCents),
  }));
};

/** The month that comes `count` months before that of a day: "2026-11" is one month before "2026-12-31". */
export const monthsBefore = (day: string, count: number): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, month - 1 - count)).toISOString());
};
