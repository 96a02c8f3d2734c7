import { setTimeout } from 'node:timers/promises';

const EVERY_IN_MS = 1000;

/** Settles at once at first, and then never within a second of the time before. */
export const createPace = (): (() => Promise<void>) => {
  let nextAtMs = 0;
  return async () => {
    const waitMs = nextAtMs - performance.now();
    if (waitMs > 0) await setTimeout(waitMs);
    nextAtMs = performance.now() + EVERY_IN_MS;
  };
};
