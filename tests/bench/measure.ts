import { parseArgs } from 'node:util';

/** The options of a part with their defaults: `--rounds=7`. */
export const optionsOf = <Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> => {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const given = Object.entries(parseArgs({ options }).values);
  return {
    ...defaults,
    ...Object.fromEntries(given.map(([name, value]) => [name, Number(value)])),
  };
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

export const say = (text: string): void => void process.stdout.write(text);

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
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(
    (figure) => figure.toFixed(0),
  );
  return `${middle} (${least}-${most})`;
};

const isTooMuch = ({ figures, most = Number.NaN }: Row): boolean => median(figures) > most;

const cellsOf = (row: Row): string[] => [
  row.what,
  spread(row.figures),
  spread(row.base),
  median(row.base) === 0 ? '' : (median(row.figures) / median(row.base)).toFixed(2),
  row.most === undefined ? '' : `${row.most.toFixed(0)}${isTooMuch(row) ? ' !' : '  '}`,
];

/**
 * Prints each row beside its baseline, with the ratio to it. The part ends with 1 where a figure, marked by "!", is
 * more than it may be.
 */
export const printTable = (
  unit: string,
  [ours, base]: readonly [ours: string, base: string],
  rows: readonly Row[],
): void => {
  const table = [[unit, ours, base, 'ratio', 'at most  '], ...rows.map(cellsOf)];
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  for (const [what = '', ...cells] of table) {
    const figures = cells.map((cell, index) => cell.padStart(widths?.[index + 1] ?? 0));
    say(`${[what.padEnd(widths?.[0] ?? 0), ...figures].join('  ').trimEnd()}\n`);
  }
  say('\n');
  if (rows.some(isTooMuch)) process.exitCode = 1;
};
