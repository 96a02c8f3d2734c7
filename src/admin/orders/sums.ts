import { formatMoney } from '../../content/money.ts';
import type { ProductType } from '../../contract/catalogue.ts';
import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';
import { zoneWords } from '../../contract/time-zone.ts';
import { dayWords, localTime } from '../time.ts';

export type Bar = SalesResponse['bars'][number];

export const NO_SALES: SalesSum = { orders: 0, amount: 0, refunded: 0 };

const addSums = (a: SalesSum, b: SalesSum): SalesSum => ({
  orders: a.orders + b.orders,
  amount: a.amount + b.amount,
  refunded: a.refunded + b.refunded,
});

/** Minor units that stay with the shop, before what the payment service takes. */
export const netAmount = ({ amount, refunded }: SalesSum): number => amount - refunded;

/** A product that sold nothing in a bar may be left out of it. */
export const sumOf = (bar: Bar, product: ProductType): SalesSum => bar.sums[product] ?? NO_SALES;

export const barTotal = (bar: Bar): SalesSum => Object.values(bar.sums).reduce(addSums, NO_SALES);

/** What the drawn bars hold together; less than the total where more was sold before them. */
export const barsTotal = (bars: readonly Bar[]): SalesSum =>
  bars.map(barTotal).reduce(addSums, NO_SALES);

/** Whether anything was sold or given back. */
export const hasSales = ({ orders, amount, refunded }: SalesSum): boolean =>
  orders > 0 || amount > 0 || refunded > 0;

/** "1 order", "1,204 orders". */
export const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

/** Whether the bars are days; those of all time are months. */
const unitOf = (bar: Bar | undefined): 'day' | 'month' =>
  bar && bar.from.length > 'YYYY-MM'.length ? 'day' : 'month';

/** What stands over the days or months. */
export const unitWords = (bars: readonly Bar[]): string =>
  unitOf(bars[0]) === 'day' ? 'Day' : 'Month';

/**
 * The time that the sums are of, and by whose days. Few live by UTC, so its days are explained.
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

/** The bar that sold most, the earliest of equals; null where nothing was sold. */
export function bestBar(bars: readonly Bar[]): Bar | null {
  let best: Bar | null = null;
  for (const bar of bars) {
    if (barTotal(bar).amount > (best ? barTotal(best).amount : 0)) best = bar;
  }
  return best;
}

/** What the chart shows, for who does not see it. */
export function chartWords(bars: readonly Bar[], currency: string): string {
  const [first] = bars;
  const last = bars.at(-1);
  const best = bestBar(bars);
  if (!first || !last || !best) return 'No sales.';
  const unit = unitOf(first);
  const total = barsTotal(bars);
  return [
    `Sales by ${unit}, from ${dayWords(first.from, 'long')} to ${dayWords(last.from, 'long')}:`,
    `${formatMoney(total.amount, currency)} in ${countOrders(total.orders)}.`,
    `The best ${unit} was ${dayWords(best.from, 'long')}, with ${formatMoney(barTotal(best).amount, currency)}.`,
  ].join(' ');
}

/** One bar in a line: "November 21, 2026: $35.96, 4 orders". */
export function barWords(bar: Bar, currency: string): string {
  const { amount, orders } = barTotal(bar);
  return `${dayWords(bar.from, 'long')}: ${formatMoney(amount, currency)}, ${countOrders(orders)}`;
}

/** What stands above the table of the bars: "The same, day by day". */
export const tableWords = (bars: readonly Bar[]): string => {
  const unit = unitOf(bars[0]);
  return `${unit === 'day' ? 'Day by day' : 'Month by month'}`;
};
