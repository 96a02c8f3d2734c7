import { setTimeout } from 'node:timers/promises';

const EVERY_IN_MS = 1000;

let lastMs = 0;

/** Settles at once at first, and then not within a second of the time before. */
export const pace = async (): Promise<void> => {
  const passedMs = Date.now() - lastMs;
  if (passedMs >= 0 && passedMs < EVERY_IN_MS) await setTimeout(EVERY_IN_MS - passedMs);
  lastMs = Date.now();
};
