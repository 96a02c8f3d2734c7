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
