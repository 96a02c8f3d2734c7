import type { Config } from '@netlify/functions';
import { endCookie, ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/logout' };

/** Ends the session in this browser. Another password or signing secret ends it in all of them. */
export default ownerRoute(config, {
  POST: () => new Response(null, { status: 204, headers: { 'set-cookie': endCookie() } }),
});
