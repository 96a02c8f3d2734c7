import type { Config } from '@netlify/functions';
import { sessionResponse, requireOwner } from '../admin/auth.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/admin/session' };

/** Tells the owner's page whether to show the login. */
export default route(config, {
  GET: async (request) => sessionResponse(await requireOwner(request)),
});
