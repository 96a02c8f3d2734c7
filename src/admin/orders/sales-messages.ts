import { formatMoney } from '../../content/money.ts';
import { type Bar, barTotal, barsTotal, countOrders } from './sums.ts';
import { dayWords } from '../time.ts';

/** Whether the bars are days; those of all time are months. */
const unitOf = (bar: Bar | undefined): 'day' | 'month' =>
  bar && bar.from.length > 'YYYY-MM'.length ? 'day' : 'month';

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
  if (!first || !last || !best) return 'Nothing was sold.';
  const unit = unitOf(first);
  const total = barsTotal(bars);
  return [
    `What was sold by ${unit}, from ${dayWords(first.from, 'long')} to ${dayWords(last.from, 'long')}:`,
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
  return `The same, ${unit} by ${unit}`;
};
