/** Whether this is `npm run test:deep`, which leaves nothing out. */
export const isDeep = process.env['DEEP'] === '1';

/** What `npm test` takes, and what `npm run test:deep` takes in its place. */
export const byDepth = <T>(fast: T, deep: T): T => (isDeep ? deep : fast);
