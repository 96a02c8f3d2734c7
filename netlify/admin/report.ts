import type { OrderRow, ReportPeriod, ReportResponse, ReportSum } from '#contract/admin-orders.ts';
import { plainMoney } from '#contract/money.ts';
import { streamOf } from '../downloads/file-response.ts';
import { contentDisposition } from '../http/headers.ts';
import { type Order, refundedIn, timeOfSale } from '../orders/order.ts';
import { orderKeys, readOrders } from '../orders/store.ts';
import { now } from '../platform/clock.ts';
import { ask } from '../platform/redis.ts';
import { catalogue, productName } from '../shop/catalogue.ts';
import { dayOf } from '../shop/words.ts';
import { dashboardUrl, serializeRow } from './serialize.ts';

/** Orders in one request to Redis. */
const CHUNK_SIZE = 500;

const DAY_IN_SECONDS = 24 * 3600;

/** The day of an order in the shop's time zone of this moment, "2026-11-21". */
const dayOfOrder = (order: Order): string => dayOf(timeOfSale(order));

const startOf = (period: string): number => Date.parse(period) / 1000;

/**
 * The orders of some months or years, such as "2026-11" or "2026", the last included, oldest first. Throws `Unavailable`
 * if Redis fails.
 */
const readPeriod = async (from: string, to: string): Promise<Order[]> => {
  const mostDays = to.length === '2026'.length ? 366 : 31;
  // No time zone is a whole day away from UTC.
  const since = startOf(from) - DAY_IN_SECONDS;
  const until = startOf(to) + (mostDays + 1) * DAY_IN_SECONDS;
  const sessions = await ask<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.orders(), since, until, { byScore: true }),
  );
  const orders: Order[] = [];
  for (let start = 0; start < sessions.length; start += CHUNK_SIZE) {
    orders.push(...(await readOrders(sessions.slice(start, start + CHUNK_SIZE))));
  }
  return orders.filter((order) => {
    const day = dayOfOrder(order);
    return day.slice(0, from.length) >= from && day.slice(0, to.length) <= to;
  });
};

const total = (orders: readonly Order[], of: (order: Order) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0);

/** A sum for each currency. */
export const sums = (orders: readonly Order[]): ReportSum[] =>
  [...Map.groupBy(orders, ({ currency }) => currency.toUpperCase())].map(([currency, some]) => {
    const gross = total(some, ({ amountInCents }) => amountInCents);
    const refunded = total(some, refundedIn);
    const tax = total(some, ({ taxInCents }) => taxInCents);
    return { currency, orders: some.length, gross, refunded, tax, net: gross - refunded - tax };
  });

/** A sum for each product in each currency. */
export const sumsByProduct = (orders: readonly Order[]): ReportResponse['products'] =>
  [...Map.groupBy(orders, ({ productType }) => productType)].flatMap(([productType, some]) =>
    sums(some).map((sum) =>
      Object.assign(sum, { name: productName(productType), product_type: productType }),
    ),
  );

/** The month so many months before today's. */
const monthBefore = (count: number): string => {
  const [year = 0, month = 0] = dayOf(now()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count)).toISOString().slice(0, 7);
};

/** How many months before today's a period begins and ends. */
const PERIODS: Readonly<Record<ReportPeriod, readonly [from: number, to: number]>> = {
  'this-month': [0, 0],
  'last-month': [1, 1],
  'last-12-months': [11, 0],
};

/** Adds up the paid orders of a period. Throws `Unavailable` if Redis fails. */
export const readReport = async (period: ReportPeriod): Promise<ReportResponse> => {
  const [from, to] = PERIODS[period].map(monthBefore) as [string, string];
  const paid = (await readPeriod(from, to)).filter(({ payment }) => payment === 'paid');
  return {
    from,
    to,
    time_zone: catalogue.time_zone,
    products: sumsByProduct(paid),
    totals: sums(paid),
    stripe_url: dashboardUrl(),
  };
};

type Cell = string | number;

/** A spreadsheet takes a cell with such a beginning for a formula (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

const cellOf = (cell: Cell): string => {
  // Numbers are ours, and may be negative.
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One record of RFC 4180, with its line break. */
const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** "2026-11-21 09:00:00", which spreadsheets recognize as a time. */
const sheetTime = (isoTime: string): string => isoTime.slice(0, 19).replace('T', ' ');

const amountIn =
  (field: 'amount' | 'refunded' | 'discount' | 'tax') =>
  (row: OrderRow): string =>
    plainMoney(row[field], row.currency);

type Column = readonly [title: string, cell: (row: OrderRow, order: Order) => Cell];

const COLUMNS: readonly Column[] = [
  ['Order number', (row) => row.number],
  ['Reference', (row) => row.reference],
  [`Day (${catalogue.time_zone})`, (_, order) => dayOfOrder(order)],
  ['Time (UTC)', (row) => sheetTime(row.sold_at)],
  ['Product', (row) => row.guide_name],
  ['Amount', amountIn('amount')],
  ['Refunded', amountIn('refunded')],
  ['Currency', (row) => row.currency],
  ['Status', (row) => row.status],
  ['Downloads', (row) => row.fetched],
  ['Payment id', (_, order) => order.paymentId ?? ''],
  ['Discount', amountIn('discount')],
  ['Tax', amountIn('tax')],
];

const recordOf = (order: Order): string => {
  const row = serializeRow(order);
  return csvRecord(COLUMNS.map(([, cell]) => cell(row, order)));
};

/**
 * The orders of a month or a year as a CSV file (RFC 4180) in UTF-8. Of a session id, its buyer's key, the file has the
 * reference alone. Throws `Unavailable` if Redis fails.
 */
export const csvResponse = async (period: string): Promise<Response> => {
  const head = BYTE_ORDER_MARK + csvRecord(COLUMNS.map(([title]) => title));
  const records = (await readPeriod(period, period)).map(recordOf);
  return new Response(streamOf(Buffer.from(head + records.join(''))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': contentDisposition(`orders-${period}.csv`),
    },
  });
};
