import type { LocalSettings } from './settings.ts';

const MINUTE_IN_MS = 60 * 1000;

/** As often as its `config.schedule` says on Netlify; neither the emulator nor Vite knows a clock. */
const SCHEDULED = [
  { name: 'reconcile', everyInMs: 10 * MINUTE_IN_MS },
  { name: 'send-announcements', everyInMs: 5 * MINUTE_IN_MS },
] as const;

/** Calls the scheduled functions of the shop as Netlify's scheduler does; what they found stands in the log. */
export const startSchedule = ({ siteUrl, asksStripe }: LocalSettings): (() => void) => {
  if (asksStripe) return () => {};
  const run = async (name: string): Promise<void> => {
    const answer = await fetch(`${siteUrl}/.netlify/functions/${name}`, { method: 'POST' });
    await answer.body?.cancel();
  };
  const timers = SCHEDULED.map(({ name, everyInMs }) =>
    setInterval(() => void run(name), everyInMs),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};
