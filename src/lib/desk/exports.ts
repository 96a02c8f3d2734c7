import type { SalesResponse } from '../../contract/sales.ts';
import { barTotal, barsTotal, hasSales } from './sums.ts';

type Export = { label: string; href: string };

const addressOf = (days: Record<string, string>): string => {
  const query = new URLSearchParams(days).toString();
  return `/api/admin/orders.csv${query && `?${query}`}`;
};

/**
 * The files that the orders can be had as, newest year first. `allTime` is what the shop sold in all
 * time, whose bars are its last months: what was sold before them makes one file of its own.
 */
export function exportsOf(allTime: Pick<SalesResponse, 'bars' | 'total'>): Export[] {
  const { bars, total } = allTime;
  const sold = bars.filter((bar) => hasSales(barTotal(bar)));
  const years = [...new Set(sold.map(({ from }) => from.slice(0, 4)))].toSorted().toReversed();
  const byYear = years.map((year) => ({
    label: year,
    href: addressOf({ from: `${year}-01-01`, to: `${year}-12-31` }),
  }));
  const firstYear = years.at(-1) ?? bars[0]?.from.slice(0, 4);
  const hasEarlier = firstYear !== undefined && total.orders > barsTotal(bars).orders;
  const earlier = {
    label: `Before ${firstYear}`,
    href: addressOf({ to: `${Number(firstYear) - 1}-12-31` }),
  };
  return [
    ...byYear,
    ...(hasEarlier ? [earlier] : []),
    { label: 'All orders', href: addressOf({}) },
  ];
}
