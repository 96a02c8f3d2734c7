import { parseArgs } from 'node:util';

/** The options of a part with their defaults: `--rounds=7`. */
export const optionsOf = <Options extends Readonly<Record<string, string>>>(
  defaults: Options,
): Readonly<Record<keyof Options, string>> => {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: 'string' as const, default: value },
    ]),
  );
  return { ...defaults, ...parseArgs({ options }).values };
};

export const say = (text: string): void => void process.stdout.write(text);

/** Says whether a claim holds; the part ends with 1 where it does not. */
export const claim = (holds: boolean, words: string): void => {
  say(`${holds ? 'holds' : 'does not hold'}: ${words}\n`);
  if (!holds) process.exitCode = 1;
};

/** Of figures in any order. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
};

/** The median with the least and the most, in whole units: "812 (790-1104)". */
export const spread = (figures: readonly number[], digits = 0): string =>
  `${median(figures).toFixed(digits)} (${Math.min(...figures).toFixed(digits)}-${Math.max(...figures).toFixed(digits)})`;

export const ratio = (figure: number, base: number): string => (figure / base).toFixed(2);

/** Prints a table: words to the left, figures to the right, as wide as they are. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const [first = '', ...others] of rows) {
    const cells = others.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
    say(`${[first.padEnd(widths[0] ?? 0), ...cells].join('  ')}\n`);
  }
};
