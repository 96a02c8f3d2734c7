/** Of figures in any order, that below which so much of them lies: `quantile(times, 0.5)` is the median. */
export const quantile = (figures: readonly number[], share: number): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.ceil(share * sorted.length), sorted.length) - 1] ?? Number.NaN;
};

export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/** The median with the least and the most, in whole units: "812 (790-1104)". */
export const spread = (figures: readonly number[], digits = 0): string =>
  `${median(figures).toFixed(digits)} (${Math.min(...figures).toFixed(digits)}-${Math.max(...figures).toFixed(digits)})`;

export const ratio = (figure: number, base: number): string => (figure / base).toFixed(2);

const MEBIBYTE = 2 ** 20;

export const inMebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(1);

/** A table for the terminal: words to the left, figures to the right, as wide as they are. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return `${rows.map(line).join('\n')}\n`;
};

export const say = (text: string): void => void process.stdout.write(text);
