import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderRow } from '#contract/admin-orders.ts';
import { zoneWords } from '#contract/time-zone.ts';
import type { DatedOrder } from './export-orders.ts';
import { serializeRow } from './serialize-order.ts';

type Cell = string | number;

/** What makes a spreadsheet take a cell for a formula (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

const cellOf = (cell: Cell): string => {
  // A number is ours, and may be negative.
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One record of RFC 4180, its line break included. */
const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Excel takes a file without it for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const columnsIn = (timeZone: string): string[] => [
  'Order number',
  'Reference',
  `Day (${zoneWords(timeZone)})`,
  'Time (UTC)',
  'Product',
  'Amount',
  'Refunded',
  'Currency',
  'Status',
  'Downloads',
  'Payment id',
];

/** "2026-11-21 09:00:00", which spreadsheets know as a time. */
const sheetTime = (isoTime: string): string => isoTime.slice(0, 19).replace('T', ' ');

/** Two decimals, as catalogue and Stripe sell in US dollars alone. */
const dollars = (minorUnits: number): string => (minorUnits / 100).toFixed(2);

const recordOf = (row: OrderRow, { day, order }: DatedOrder): string =>
  csvRecord([
    row.number,
    row.reference,
    day,
    sheetTime(row.created_at),
    row.guide_name,
    dollars(row.amount),
    dollars(row.refunded),
    row.currency,
    row.status,
    row.downloads,
    order.paymentId ?? '',
  ]);

/**
 * The orders as a CSV file (RFC 4180) in UTF-8, chunk by chunk. A session id is its buyer's key: no more of
 * it than the reference is in the file.
 */
export async function* csvOf(
  chunks: AsyncIterable<readonly DatedOrder[]>,
  catalogue: Catalogue,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let head = BYTE_ORDER_MARK + csvRecord(columnsIn(catalogue.time_zone));
  for await (const orders of chunks) {
    const records = orders.map((order) => recordOf(serializeRow(order), order));
    yield encoder.encode(head + records.join(''));
    head = '';
  }
  if (head !== '') yield encoder.encode(head);
}
