import type { OrderRow } from '#contract/admin-orders.ts';
import { zoneWords } from '#contract/time-zone.ts';
import { catalogue } from '../catalogue.ts';
import { type DatedOrder, ordersBetween } from './orders-between.ts';
import { serializeRow } from './serialize-order.ts';

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

/** Two decimals, since the shop sells in US dollars only. */
const dollars = (minorUnits: number): string => (minorUnits / 100).toFixed(2);

type Column = readonly [title: string, cell: (row: OrderRow, dated: DatedOrder) => Cell];

const COLUMNS: readonly Column[] = [
  ['Order number', (row) => row.number],
  ['Reference', (row) => row.reference],
  [`Day (${zoneWords(catalogue.time_zone)})`, (_, { day }) => day],
  ['Time (UTC)', (row) => sheetTime(row.created_at)],
  ['Product', (row) => row.guide_name],
  ['Amount', (row) => dollars(row.amount)],
  ['Refunded', (row) => dollars(row.refunded)],
  ['Currency', (row) => row.currency],
  ['Status', (row) => row.status],
  ['Downloads', (row) => row.downloads],
  ['Payment id', (_, { order }) => order.paymentId ?? ''],
  ['Discount', (row) => dollars(row.discount)],
  ['Tax', (row) => dollars(row.tax)],
];

const recordOf = (dated: DatedOrder): string => {
  const row = serializeRow(dated);
  return csvRecord(COLUMNS.map(([, cell]) => cell(row, dated)));
};

/**
 * The orders of a month or a year as a CSV file (RFC 4180) in UTF-8, in chunks. Of a session id, its buyer's key, the
 * file has the reference alone. Throws `Unavailable` if Redis fails.
 */
export async function* ordersCsv(period: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let head = BYTE_ORDER_MARK + csvRecord(COLUMNS.map(([title]) => title));
  for await (const orders of ordersBetween(period, period)) {
    yield encoder.encode(head + orders.map(recordOf).join(''));
    head = '';
  }
  if (head !== '') yield encoder.encode(head);
}
