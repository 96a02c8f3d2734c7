import type { Config } from '@netlify/functions';
import { route } from '../http/route.ts';
import { sendAnnouncements } from '../mail/send-announcements.ts';

/**
 * Netlify ends a scheduled function after 30 s. A batch that is under way then may take 16 s more: Redis 6 s, its
 * sessions 5 s and its emails 5 s.
 */
const TIME_IN_MS = 13_000;

export const config: Config = { schedule: '*/5 * * * *' };

/** Continues edition announcements. Only Netlify's schedule calls it; it has no address. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    await sendAnnouncements(() => Date.now() - startedAt < TIME_IN_MS);
    return new Response(null, { status: 204 });
  },
});
