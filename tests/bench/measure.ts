import { parseArgs } from 'node:util';

/** A number that a part is given, as in `--rounds=7`, or its default. */
export const optionOf = (name: string, usual: number): number => {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
  return Number(values[name] ?? usual);
};

/** The figures of one turn, by name. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Takes turns, each of which measures all figures once, so that other load on the machine affects them alike. Returns a
 * function that lists the figures of a name.
 */
export const takeTurns = async (rounds: number, turn: () => Promise<Figures>) => {
  const turns: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) turns.push(await turn());
  return (name: string): number[] => turns.map((figures) => figures[name] ?? Number.NaN);
};

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length / 2) - 1] ?? Number.NaN;

/** The median with the least and the most, in whole units: "812 (790-1104)". */
const spread = (figures: readonly number[]): string => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return `${median(figures).toFixed(0)} (${least.toFixed(0)}-${most.toFixed(0)})`;
};

type Row = readonly [what: string, figures: readonly number[], base: readonly number[]];

/** Prints each row beside its baseline, with the ratio to it. */
export const printTable = (unit: string, baseline: string, rows: readonly Row[]): void =>
  console.table(
    rows.map(([what, figures, base]) => ({
      [unit]: what,
      here: spread(figures),
      [baseline]: spread(base),
      ratio: (median(figures) / median(base)).toFixed(2),
    })),
  );
