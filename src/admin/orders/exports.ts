import type { SalesResponse } from '../../contract/admin-orders.ts';
import { type Bar, barTotal, barsTotal, hasSales } from './sums.ts';
import { dayWords } from '../time.ts';

type Export = { label: string; href: string };

/**
 * Netlify ends a streamed answer at 20 MB (docs.netlify.com/build/functions/configuration), some 150,000
 * orders. There is room left for long names, and for orders that are in the file but in no sum: unpaid ones.
 */
export const ORDERS_PER_FILE = 120_000;

/** In which the shop opened: no order is older. */
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

/** The months of a year up to `last`, newest first. */
const monthFiles = (year: string, last: string): Export[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(12 - index).padStart(2, '0')}`)
    .filter((month) => month <= last)
    .map(monthFile);

/** Orders of the bars of a year; of the first one also those that no bar holds, which may be of it. */
const ordersIn = (year: string, bars: readonly Bar[], earlier: number): number => {
  const ofYear = bars.filter(({ from }) => from.startsWith(year));
  return barsTotal(ofYear).orders + (bars[0]?.from.startsWith(year) ? earlier : 0);
};

/**
 * The files that the orders can be had as, newest first, none with more than a file holds: a year that has
 * too many comes by month. `allTime` is what the shop sold in all time, whose bars are its last months:
 * what was sold before them makes one file of its own. `listed` counts every order, paid or not.
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
