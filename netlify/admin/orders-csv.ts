import type { OrderRow } from '#contract/admin-orders.ts';
import { plainMoney } from '#contract/money.ts';
import { streamBytes } from '../downloads/byte-stream.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { Order } from '../orders/order.ts';
import { dayOfOrder, readPeriod } from '../orders/report.ts';
import { catalog } from '../shop/catalog.ts';
import { serializeRow } from './serialize.ts';

/** Spreadsheets treat such text as a formula (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

const formatText = (given: string): string => {
  const text = FORMULA.test(given) ? `'${given}` : given;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A record as RFC 4180 defines it, including the line break. */
const formatRecord = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** "2026-11-21 09:00:00", which spreadsheets recognize as a time. */
const spreadsheetTime = (isoTime: string): string => isoTime.slice(0, 19).replace('T', ' ');

type Column = {
  readonly title: string;
  readonly cell: (row: OrderRow, order: Order) => string;
  /** Written unchanged: a negative number is not a formula. */
  readonly isNumber?: true;
};

const amountColumn = (
  title: string,
  field: 'amount' | 'refunded' | 'disputed' | 'discount' | 'tax' | 'net',
): Column => ({ title, cell: (row) => plainMoney(row[field], row.currency), isNumber: true });

const COLUMNS: readonly Column[] = [
  { title: 'Order number', cell: (row) => `MSK-${row.number}` },
  { title: 'Reference', cell: (row) => row.reference },
  { title: `Day (${catalog.time_zone})`, cell: (_, order) => dayOfOrder(order) },
  { title: 'Time (UTC)', cell: (row) => spreadsheetTime(row.sold_at) },
  { title: 'Product', cell: (row) => row.guide_name },
  amountColumn('Amount', 'amount'),
  amountColumn('Refunded', 'refunded'),
  { title: 'Currency', cell: (row) => row.currency },
  { title: 'Status', cell: (row) => (row.status === 'blocked' ? 'on hold' : row.status) },
  { title: 'Downloads', cell: (row) => String(row.fetched), isNumber: true },
  { title: 'Payment id', cell: (_, order) => order.paymentId ?? '' },
  amountColumn('Discount', 'discount'),
  amountColumn('Tax', 'tax'),
  amountColumn('Disputed', 'disputed'),
  amountColumn('Net', 'net'),
  { title: 'Promotion code', cell: (row) => row.code ?? '' },
];

const formatOrder = (order: Order): string => {
  const row = serializeRow(order);
  const cells = COLUMNS.map(({ cell, isNumber }) => {
    const text = cell(row, order);
    return isNumber ? text : formatText(text);
  });
  return formatRecord(cells);
};

/**
 * `period` is a month ("2026-11") or a year ("2026"). Omits session ids, which give access to
 * buyers' files.
 */
export const csvResponse = async (period: string): Promise<Response> => {
  const header = formatRecord(COLUMNS.map(({ title }) => formatText(title)));
  const orders = await readPeriod(period, period);
  const text = BYTE_ORDER_MARK + header + orders.map(formatOrder).join('');
  return new Response(streamBytes(Buffer.from(text)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': contentDisposition(`orders-${period}.csv`),
    },
  });
};
