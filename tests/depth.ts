/** Whether this is `npm run test:deep`, which leaves nothing out. */
export const isDeep = process.env['DEEP'] === '1';

/** Whether the log names only what fails, as in `npm test`, so that a green run fits on two screens. */
export const hasShortLog = process.env['SHORT_LOG'] === '1';

/** What `npm test` takes, and what `npm run test:deep` takes in its place. */
export const byDepth = <T>(fast: T, deep: T): T => (isDeep ? deep : fast);

const { RUNS, SEED: GIVEN_SEED, REPLAY } = process.env;

/** How often a generated test runs. */
export const runsOf = (fast: number, deep: number): number => Number(RUNS ?? byDepth(fast, deep));

/** Of generated tests: fixed in `npm test`, so that an unrelated change turns none red, and new each night. */
export const SEED = Number(GIVEN_SEED ?? byDepth(20261122, Math.floor(Math.random() * 2 ** 31)));

/** Options of fast-check that repeat one case alone, by the path that a failure prints. */
export const REPLAYED = REPLAY === undefined ? {} : { path: REPLAY };
