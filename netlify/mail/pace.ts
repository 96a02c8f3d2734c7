import { setTimeout } from 'node:timers/promises';

const EVERY_IN_MS = 1000;

let lastMs = 0;

/** Waits until a second has passed since the last call. */
export const pace = async (): Promise<void> => {
  const passedMs = Date.now() - lastMs;
  if (passedMs >= 0 && passedMs < EVERY_IN_MS) await setTimeout(EVERY_IN_MS - passedMs);
  lastMs = Date.now();
};
