import type { ReportPeriod, ReportResponse } from '#contract/admin-orders.ts';
import { readPeriod, sumsByCode, sumsByCurrency, sumsByProduct } from '../orders/report.ts';
import { now } from '../platform/clock.ts';
import { catalog } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { dashboardUrl } from '../shop/stripe-dashboard.ts';

/** The month `count` months ago in the shop's time zone: "2026-11" */
const monthsAgo = (count: number): string => {
  const [year = 0, month = 0] = dayOf(now()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count)).toISOString().slice(0, 7);
};

type MonthRange = { readonly firstMonthsAgo: number; readonly lastMonthsAgo: number };

const PERIODS: Readonly<Record<ReportPeriod, MonthRange>> = {
  'this-month': { firstMonthsAgo: 0, lastMonthsAgo: 0 },
  'last-month': { firstMonthsAgo: 1, lastMonthsAgo: 1 },
  'last-12-months': { firstMonthsAgo: 11, lastMonthsAgo: 0 },
};

export const readReport = async (period: ReportPeriod): Promise<ReportResponse> => {
  const { firstMonthsAgo, lastMonthsAgo } = PERIODS[period];
  const from = monthsAgo(firstMonthsAgo);
  const to = monthsAgo(lastMonthsAgo);
  const orders = await readPeriod(from, to);
  const paid = orders.filter(({ payment }) => payment === 'paid');
  return {
    from,
    to,
    time_zone: catalog.time_zone,
    products: sumsByProduct(paid),
    codes: sumsByCode(paid),
    totals: sumsByCurrency(paid),
    stripe_url: dashboardUrl(),
  };
};
