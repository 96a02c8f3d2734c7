import { parseArgs } from 'node:util';

/** The value of a numeric option, such as `--rounds=7`, or the default. */
export const optionOf = (name: string, defaultValue: number): number => {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false });
  return Number(values[name] ?? defaultValue);
};

export type Measurement = { readonly measured: number; readonly baseline: number };

/** One round's measurements, by name. */
export type Measurements = Record<string, Measurement>;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;

/** The median with the minimum and maximum, in whole units: "812 (790-1104)". */
const formatSpread = (values: readonly number[]): string => {
  const min = Math.min(...values);
  const max = Math.max(...values);
  return `${median(values).toFixed(0)} (${min.toFixed(0)}-${max.toFixed(0)})`;
};

/**
 * Measures everything once in each round, so that other load on the machine affects all results
 * equally. Prints each result beside its baseline, with the ratio between them.
 */
export const measure = async (
  baseline: string,
  defaultRounds: number,
  measureRound: () => Promise<Measurements>,
): Promise<void> => {
  const rounds: Measurements[] = [];
  while (rounds.length < optionOf('rounds', defaultRounds)) rounds.push(await measureRound());
  const names = Object.keys(rounds[0] ?? {});
  console.table(
    names.map((name) => {
      const results = rounds.map((round) => round[name]).filter((result) => result !== undefined);
      const measured = results.map((result) => result.measured);
      const base = results.map((result) => result.baseline);
      const ratio = (median(measured) / median(base)).toFixed(2);
      return { name, measured: formatSpread(measured), [baseline]: formatSpread(base), ratio };
    }),
  );
};
