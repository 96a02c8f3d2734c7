import type { LocalSettings } from './settings.ts';

/** The same as `config.schedule` in netlify/functions/jobs.ts. */
const SCHEDULE_INTERVAL_IN_MS = 10 * 60 * 1000;

export const startSchedule = ({ siteUrl, usesRealStripe }: LocalSettings): (() => void) => {
  if (usesRealStripe) return () => {};
  const callJobs = async (): Promise<void> => {
    const response = await fetch(`${siteUrl}/.netlify/functions/jobs`, { method: 'POST' });
    await response.body?.cancel();
  };
  const timer = setInterval(() => void callJobs(), SCHEDULE_INTERVAL_IN_MS);
  return () => clearInterval(timer);
};
