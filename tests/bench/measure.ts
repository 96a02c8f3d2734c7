import { parseArgs } from 'node:util';

/** A part's options, as in `--rounds=7`, or their defaults. */
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

const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
};

/** The figures of one turn, by name. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Gives each subject one turn a round, so that other load on the machine affects them alike. Returns a function that
 * lists a subject's figures by name.
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
  /** The baseline's figures. */
  readonly base: readonly number[];
};

/** The median with the least and the most, in whole units: "812 (790-1104)". */
const spread = (figures: readonly number[]): string => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return `${median(figures).toFixed(0)} (${least.toFixed(0)}-${most.toFixed(0)})`;
};

/** Prints each row beside its baseline, with the ratio to it. */
export const printTable = (
  unit: string,
  [ours, theirs]: readonly [ours: string, base: string],
  rows: readonly Row[],
): void => {
  const table = rows.map(({ what, figures, base }) => ({
    [unit]: what,
    [ours]: spread(figures),
    [theirs]: spread(base),
    ratio: (median(figures) / median(base)).toFixed(2),
  }));
  console.table(table);
};
