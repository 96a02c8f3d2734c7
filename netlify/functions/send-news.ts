import type { Config } from '@netlify/functions';
import { route } from '../http/route.ts';
import { sendAnnouncements } from '../mail/send-announcements.ts';

/**
 * Netlify ends a scheduled function after 30 s. Beyond these, one batch may still be under way: Redis (6 s), its
 * sessions (5 s) and its mails (5 s).
 */
const TIME_IN_MS = 13_000;

export const config: Config = { schedule: '*/5 * * * *' };

/** Goes on with edition announcements. Netlify calls it by its schedule, and nobody can by its address. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    await sendAnnouncements(() => Date.now() - startedAt < TIME_IN_MS);
    return new Response(null, { status: 204 });
  },
});
