/** How many answers of which function had which status: "files 206". */
export type Tally = Record<string, number>;

/** The least part of all requests that must have met more than a rate limit. */
const LEAST_ADMITTED = 0.8;

const countOf = (tally: Tally, pattern: RegExp): number =>
  Object.entries(tally).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0);

/** Throws where the run was about too little: a function not met, or a limit that swallowed it. */
export const expectReach = (tally: Tally, functions: readonly string[]): void => {
  const unmet = functions.filter((name) => countOf(tally, new RegExp(`^${name} `)) === 0);
  if (unmet.length > 0) throw new Error(`no request reached ${unmet.join(', ')}`);
  const admitted = 1 - countOf(tally, / 429$/) / countOf(tally, /./);
  if (admitted < LEAST_ADMITTED) throw new Error(`rate limits let only ${admitted} through`);
};
