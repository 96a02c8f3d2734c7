import type { Config } from '@netlify/functions';
import { route } from '../http/route.ts';
import { sendAnnouncements } from '../mail/send-announcements.ts';

/**
 * Netlify ends a scheduled function after 30 s. When this time is over, one batch may still be under way: Redis (6 s),
 * its sessions (5 s) and its emails (5 s).
 */
const TIME_IN_MS = 13_000;

export const config: Config = { schedule: '*/5 * * * *' };

/** Sends a portion of the open announcements, on Netlify's schedule. It has no address. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    await sendAnnouncements(() => Date.now() - startedAt < TIME_IN_MS);
    return new Response(null, { status: 204 });
  },
});
