import { parseArgs } from 'node:util';

/** The value of a numeric option, such as `--rounds=7`, or the default. */
export const optionOf = (name: string, usual: number): number => {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
  return Number(values[name] ?? usual);
};

export type Figure = { readonly here: number; readonly baseline: number };

/** One round's measurements, by name. */
export type Figures = Record<string, Figure>;

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length / 2) - 1] ?? Number.NaN;

/** The median with the minimum and maximum, in whole units: "812 (790-1104)". */
const spread = (figures: readonly number[]): string => {
  const least = Math.min(...figures);
  const most = Math.max(...figures);
  return `${median(figures).toFixed(0)} (${least.toFixed(0)}-${most.toFixed(0)})`;
};

/**
 * Measures everything once in each round, so that other load on the machine affects all alike.
 * Prints each result beside its baseline, with the ratio to it.
 */
export const measure = async (
  baseline: string,
  rounds: number,
  turn: () => Promise<Figures>,
): Promise<void> => {
  const turns: Figures[] = [];
  while (turns.length < optionOf('rounds', rounds)) turns.push(await turn());
  const names = Object.keys(turns[0] ?? {});
  console.table(
    names.map((name) => {
      const figures = turns
        .map((measured) => measured[name])
        .filter((figure) => figure !== undefined);
      const here = figures.map((figure) => figure.here);
      const base = figures.map((figure) => figure.baseline);
      const ratio = (median(here) / median(base)).toFixed(2);
      return { name, here: spread(here), [baseline]: spread(base), ratio };
    }),
  );
};
