import { parseArgs } from 'node:util';

/** The options of a part with their defaults: `--rounds=7`. */
export const optionsOf = <Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> => {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const given = Object.entries(parseArgs({ options }).values);
  return { ...defaults, ...Object.fromEntries(given.map(([name, text]) => [name, Number(text)])) };
};

/** Milliseconds since 1970, as exact as the machine has them. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Of figures in any order. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
};

/** What one turn found, by name. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Gives each subject one turn a round, so that whatever else the machine does meets them alike. Tells all figures of
 * a subject by their name.
 */
export const takeTurns = async (
  rounds: number,
  subjects: Readonly<Record<string, () => Promise<Figures>>>,
) => {
  const taken: { readonly subject: string; readonly figures: Figures }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [subject, measure] of Object.entries(subjects)) {
      taken.push({ subject, figures: await measure() });
    }
  }
  return (subject: string, name: string): number[] =>
    taken
      .filter((turn) => turn.subject === subject)
      .map(({ figures }) => figures[name] ?? Number.NaN);
};

type Row = {
  readonly what: string;
  readonly figures: readonly number[];
  /** The same of what it is compared with. */
  readonly base: readonly number[];
  /** What the median may be. */
  readonly most?: number | undefined;
};

/** The median with the least and the most, in whole units: "812 (790-1104)". */
const spread = (figures: readonly number[]): string => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return `${median(figures).toFixed(0)} (${least.toFixed(0)}-${most.toFixed(0)})`;
};

const isTooMuch = ({ figures, most = Number.NaN }: Row): boolean => median(figures) > most;

/**
 * Prints each row beside its baseline, with the ratio to it. The part ends with 1 where a figure, marked by "!", is
 * more than it may be.
 */
export const printTable = (
  unit: string,
  [ours, theirs]: readonly [ours: string, base: string],
  rows: readonly Row[],
): void => {
  const table = rows.map((row) => ({
    [unit]: row.what,
    [ours]: spread(row.figures),
    [theirs]: spread(row.base),
    ratio: (median(row.figures) / median(row.base)).toFixed(2),
    'at most': `${row.most?.toFixed(0) ?? ''}${isTooMuch(row) ? ' !' : ''}`,
  }));
  console.table(table);
  if (rows.some(isTooMuch)) process.exitCode = 1;
};
