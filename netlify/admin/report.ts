import type { ReportPeriod, ReportResponse, ReportSum } from '#contract/admin-orders.ts';
import { catalogue, productName } from '../catalogue.ts';
import { now } from '../clock.ts';
import { dayOf, monthOf } from '../orders/days.ts';
import {
  type PaidOrder,
  type Sum,
  grossByDay,
  monthsBefore,
  sumsByProduct,
  totals,
} from '../orders/report.ts';
import { ordersBetween } from './orders-between.ts';
import { dashboardUrl } from './serialize-order.ts';

/** The first and the last month of each period, for a day. */
const PERIODS: Readonly<Record<ReportPeriod, (today: string) => [from: string, to: string]>> = {
  'this-month': (today) => [monthOf(today), monthOf(today)],
  'last-month': (today) => [monthsBefore(today, 1), monthsBefore(today, 1)],
  'last-12-months': (today) => [monthsBefore(today, 11), monthOf(today)],
};

/** An order counts on the day its checkout began, as in the CSV file. */
const paidOrders = async (from: string, to: string): Promise<PaidOrder[]> => {
  const paid: PaidOrder[] = [];
  for await (const orders of ordersBetween(from, to)) {
    for (const { order } of orders) {
      if (order.paidAt !== null) paid.push({ ...order, paidAt: order.createdAt });
    }
  }
  return paid;
};

const serializeSum = ({ currency, ...sum }: Sum): ReportSum => ({
  ...sum,
  currency: currency.toUpperCase(),
});

/** Adds up the orders of a period. Throws `Unavailable` if Redis fails. */
export const readReport = async (period: ReportPeriod): Promise<ReportResponse> => {
  const { time_zone: timeZone, currency } = catalogue;
  const today = dayOf(now(), timeZone);
  const [from, to] = PERIODS[period](today);
  const orders = await paidOrders(from, to);
  return {
    from,
    to,
    time_zone: timeZone,
    products: sumsByProduct(orders).map(({ productType: type, ...sum }) =>
      Object.assign(serializeSum(sum), { product_type: type, name: productName(type) }),
    ),
    totals: totals(orders).map(serializeSum),
    currency: currency.toUpperCase(),
    days: grossByDay(orders, { month: to, currency, timeZone }),
    stripe_url: dashboardUrl(),
  };
};
