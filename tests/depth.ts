/** Whether this is `npm run test:deep`. */
export const isDeep = process.env['DEEP'] === '1';

/** Whether the log lists only failures, as in `npm test`. */
export const hasShortLog = process.env['SHORT_LOG'] === '1';

/** The first value in `npm test`, the second in `npm run test:deep`. */
export const byDepth = <T>(fast: T, deep: T): T => (isDeep ? deep : fast);

const { RUNS, SEED: GIVEN_SEED, REPLAY } = process.env;

/** The number of cases that a generated test runs. */
export const runsOf = (fast: number, deep: number): number => Number(RUNS ?? byDepth(fast, deep));

/**
 * Fixed in `npm test`, so that an unrelated change breaks no generated test. New in each nightly
 * run.
 */
export const SEED = Number(GIVEN_SEED ?? byDepth(20261122, Math.floor(Math.random() * 2 ** 31)));

/** Options for fast-check that replay a single case from the path that a failed run printed. */
export const REPLAYED = REPLAY === undefined ? {} : { path: REPLAY };
