import type { SalesResponse } from '../../contract/admin-orders.ts';
import { type Bar, barTotal, barsTotal, hasSales } from './sums.ts';
import { dayWords } from '../time.ts';

type Export = { label: string; href: string };

/**
 * Netlify ends a streamed answer at 20 MB (docs.netlify.com/build/functions/configuration), which is about
 * 150,000 orders. The margin is for long names and for unpaid orders, which no total counts.
 */
export const ORDERS_PER_FILE = 120_000;

/** The year in which the shop opened. No order is older. */
const FIRST_YEAR = 2026;

const addressOf = (days: Record<string, string>): string => {
  const query = new URLSearchParams(days).toString();
  return `/api/admin/orders.csv${query && `?${query}`}`;
};

const yearFile = (year: string): Export => ({
  label: year,
  href: addressOf({ from: `${year}-01-01`, to: `${year}-12-31` }),
});

const monthFile = (month: string): Export => {
  const [year, number] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return {
    label: dayWords(month, 'short'),
    href: addressOf({ from: `${month}-01`, to: `${month}-${days}` }),
  };
};

/** The months of a year up to the month `last`, newest first. */
const monthFiles = (year: string, last: string): Export[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(12 - index).padStart(2, '0')}`)
    .filter((month) => month <= last)
    .map(monthFile);

/** The most orders that a year can hold. Orders from before the first bar may belong to that bar's year. */
const ordersIn = (year: string, bars: readonly Bar[], earlier: number): number => {
  const ofYear = bars.filter(({ from }) => from.startsWith(year));
  return barsTotal(ofYear).orders + (bars[0]?.from.startsWith(year) ? earlier : 0);
};

/**
 * The CSV files of all orders, newest first. A year with too many orders for one file is split into months.
 * `bars` and `total` are the sales of all time. The bars cover only the last months, so older orders get a
 * file of their own. `listed` counts every order, paid or not.
 */
export function exportsOf(
  { bars, total }: Pick<SalesResponse, 'bars' | 'total'>,
  listed: number,
): Export[] {
  const last = bars.at(-1)?.from ?? '';
  const sold = bars.filter((bar) => hasSales(barTotal(bar)));
  const years = [...new Set(sold.map(({ from }) => from.slice(0, 4)))].toSorted().toReversed();
  const earlier = total.orders - barsTotal(bars).orders;
  const byYear = years.flatMap((year) =>
    ordersIn(year, bars, earlier) > ORDERS_PER_FILE ? monthFiles(year, last) : [yearFile(year)],
  );
  const firstYear = years.at(-1) ?? bars[0]?.from.slice(0, 4);
  const isWhole = Math.max(listed, total.orders) <= ORDERS_PER_FILE;
  return [
    ...byYear,
    ...(firstYear !== undefined && earlier > 0 ? filesBefore(Number(firstYear), earlier) : []),
    ...(isWhole ? [{ label: 'All orders', href: addressOf({}) }] : []),
  ];
}

function filesBefore(year: number, orders: number): Export[] {
  const last = year - 1;
  if (orders <= ORDERS_PER_FILE) {
    return [{ label: `Before ${year}`, href: addressOf({ to: `${last}-12-31` }) }];
  }
  const years = Array.from({ length: Math.max(0, year - FIRST_YEAR) }, (_, ago) => last - ago);
  return years.flatMap((one) => monthFiles(String(one), `${one}-12`));
}
