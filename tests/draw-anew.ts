import type { Keep } from '../src/samples/cache.ts';

/** For tests of what is drawn: keeps nothing and knows nothing. */
export const drawAnew: Keep = (_inputs, draw) => draw();
