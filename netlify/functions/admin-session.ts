import type { Config } from '@netlify/functions';
import { sessionResponse, requireOwner } from '../admin/auth.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/admin/session' };

/** Answers whether the owner's page must show the login. */
export default route(config, {
  GET: async (request) => sessionResponse(await requireOwner(request)),
});
