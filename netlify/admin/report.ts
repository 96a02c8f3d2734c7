import type { OrderRow, ReportPeriod, ReportResponse } from '#contract/admin-orders.ts';
import { plainMoney } from '#contract/money.ts';
import { streamBytes } from '../downloads/byte-stream.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { Order } from '../orders/order.ts';
import { dayOfOrder, readPeriod, sumsByCurrency, sumsByProduct } from '../orders/report.ts';
import { now } from '../platform/clock.ts';
import { catalog } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { dashboardUrl, serializeRow } from './serialize.ts';

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
    time_zone: catalog.time_zone,
    products: sumsByProduct(paid),
    totals: sumsByCurrency(paid),
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
  [`Day (${catalog.time_zone})`, (_, order) => dayOfOrder(order)],
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
  return new Response(streamBytes(Buffer.from(head + records.join(''))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': contentDisposition(`orders-${period}.csv`),
    },
  });
};
