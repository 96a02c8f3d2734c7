import { setTimeout } from 'node:timers/promises';

const EVERY_IN_MS = 1000;

/** Settles at once at first, and then not within a second of the time before. */
export const createPace = (): (() => Promise<void>) => {
  let lastMs = 0;
  return async () => {
    const passedMs = Date.now() - lastMs;
    if (passedMs >= 0 && passedMs < EVERY_IN_MS) await setTimeout(EVERY_IN_MS - passedMs);
    lastMs = Date.now();
  };
};
