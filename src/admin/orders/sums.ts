import { formatMoney } from '../../content/money.ts';
import type { ProductType } from '../../contract/catalogue.ts';
import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';
import { zoneWords } from '../../contract/time-zone.ts';
import { dayWords, localTime } from '../time.ts';

export type Bar = SalesResponse['bars'][number];

export const NO_SALES: SalesSum = { orders: 0, amount: 0, discount: 0, refunded: 0 };

const addSums = (a: SalesSum, b: SalesSum): SalesSum => ({
  orders: a.orders + b.orders,
  amount: a.amount + b.amount,
  discount: a.discount + b.discount,
  refunded: a.refunded + b.refunded,
});

/** The shop's revenue in minor units, before Stripe's fees. */
export const netAmount = ({ amount, refunded }: SalesSum): number => amount - refunded;

/** A bar may leave out a product that sold nothing. */
export const sumOf = (bar: Bar, product: ProductType): SalesSum => bar.sums[product] ?? NO_SALES;

export const barTotal = (bar: Bar): SalesSum => Object.values(bar.sums).reduce(addSums, NO_SALES);

/** The sum of the bars. Less than the total if orders are older than the first bar. */
export const barsTotal = (bars: readonly Bar[]): SalesSum =>
  bars.map(barTotal).reduce(addSums, NO_SALES);

/** Whether anything was sold or refunded. */
export const hasSales = ({ orders, amount, refunded }: SalesSum): boolean =>
  orders > 0 || amount > 0 || refunded > 0;

/** "1 order", "1,204 orders". */
export const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

/** Bars are days, except in the range "all", where they are months. */
export const unitOf = (bar: Bar | undefined): 'day' | 'month' =>
  bar && bar.from.length > 'YYYY-MM'.length ? 'day' : 'month';

/**
 * The days or months of the sales, with their time zone. A UTC day is explained in local time, because
 * hardly any owner lives by UTC.
 *
 *     "October 24, 2026 to November 22, 2026. Days run on New York time."
 *     "November 22, 2026. Days run on UTC, so that day began Nov 21, 4:00 PM your time."
 */
export function spanWords(bars: readonly Bar[], timeZone: string, nowMs: number): string {
  const zone = zoneWords(timeZone);
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last || unitOf(last) === 'month') return `All time. Months run on ${zone}.`;
  const lastDay = dayWords(last.from, 'long');
  const [days, which] =
    first === last
      ? [lastDay, 'that']
      : [`${dayWords(first.from, 'long')} to ${lastDay}`, 'the last'];
  if (timeZone !== 'UTC') return `${days}. Days run on ${zone}.`;
  return `${days}. Days run on UTC, so ${which} day began ${localTime(last.from, nowMs)} your time.`;
}

/** A text alternative to the chart. */
export function chartWords(bars: readonly Bar[], currency: string): string {
  const [first] = bars;
  const last = bars.at(-1);
  const total = barsTotal(bars);
  // Of several equal bars, the earliest.
  const [best] = bars.toSorted((a, b) => barTotal(b).amount - barTotal(a).amount);
  if (!first || !last || !best || total.amount === 0) return 'No sales.';
  const unit = unitOf(first);
  return [
    `Sales by ${unit}, from ${dayWords(first.from, 'long')} to ${dayWords(last.from, 'long')}:`,
    `${formatMoney(total.amount, currency)} in ${countOrders(total.orders)}.`,
    `The best ${unit} was ${dayWords(best.from, 'long')}, with ${formatMoney(barTotal(best).amount, currency)}.`,
  ].join(' ');
}

/** One bar as text: "November 21, 2026: $35.96, 4 orders". */
export function barWords(bar: Bar, currency: string): string {
  const { amount, orders } = barTotal(bar);
  return `${dayWords(bar.from, 'long')}: ${formatMoney(amount, currency)}, ${countOrders(orders)}`;
}
