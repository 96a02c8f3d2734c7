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
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
