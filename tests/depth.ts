/** Whether this is `npm run test:deep`, which leaves nothing out. */
export const isDeep = process.env['DEEP'] === '1';

/** Whether the log names only what fails, as in `npm test`, so that a green run fits on two screens. */
export const hasShortLog = process.env['SHORT_LOG'] === '1';

/** What `npm test` takes, and what `npm run test:deep` takes in its place. */
export const byDepth = <T>(fast: T, deep: T): T => (isDeep ? deep : fast);

/** Of generated tests. The same each time: what changes nothing must not turn them red. By night they look elsewhere. */
export const SEED = byDepth(20261122, Math.floor(Math.random() * 2 ** 31));
