/** As often as its `config.schedule` says on Netlify; neither the emulator nor Vite knows a clock. */
const EVERY_IN_MS = 10 * 60 * 1000;

/** Calls the reconciler of the shop as Netlify's scheduler does; what it found stands in the log. */
export const startSchedule = (siteUrl: string): (() => void) => {
  const run = async (): Promise<void> => {
    const answer = await fetch(`${siteUrl}/.netlify/functions/reconcile`, { method: 'POST' });
    await answer.body?.cancel();
  };
  const timer = setInterval(() => void run(), EVERY_IN_MS);
  return () => clearInterval(timer);
};
