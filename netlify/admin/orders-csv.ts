import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderRow } from '#contract/admin-orders.ts';
import { zoneWords } from '#contract/time-zone.ts';
import type { DatedOrder } from './export-orders.ts';
import { serializeRow } from './serialize-order.ts';

type Cell = string | number;

/** A cell that a spreadsheet would run as a formula (owasp.org/www-community/attacks/CSV_Injection). */
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

/** Without it, Excel does not read UTF-8. */
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

/** "2026-11-21 09:00:00", which spreadsheets read as a time. */
const sheetTime = (isoTime: string): string => isoTime.slice(0, 19).replace('T', ' ');

/** Two decimals: the shop sells only in US dollars. */
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

/** The orders as a CSV file (RFC 4180) in UTF-8, chunk by chunk. It holds no session id, which is its buyer's key. */
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
