import type { Shop } from './shop.ts';

/** As often as its `config.schedule` says on Netlify; the emulator knows no clock. */
const EVERY_IN_MS = 10 * 60 * 1000;

/** Runs the reconciler as Netlify's scheduler does; what it found stands in the log. */
export const startSchedule = (shop: Shop, siteUrl: string): (() => void) => {
  const run = async (): Promise<void> => {
    const request = new Request(`${siteUrl}/.netlify/functions/reconcile`, { method: 'POST' });
    await (await shop.fetch(request, '127.0.0.1')).body?.cancel();
  };
  const timer = setInterval(() => void run(), EVERY_IN_MS);
  return () => clearInterval(timer);
};
