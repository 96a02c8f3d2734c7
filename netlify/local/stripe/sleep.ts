import { setTimeout as wait } from 'node:timers/promises';

/** Waits without keeping the process alive; an abort ends the wait early and quietly. */
export const sleep = async (ms: number, signal?: AbortSignal) => {
  if (ms <= 0) return;
  await wait(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
};
