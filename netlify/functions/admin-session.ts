import type { Config } from '@netlify/functions';
import { sessionResponse } from '../admin/auth.ts';
import { route } from '../http/route.ts';
import { auth } from '../services.ts';

export const config: Config = { path: '/api/admin/session' };

/** Tells the owner's page whether to show the login. */
export default route(config, {
  GET: async (request) => sessionResponse(await auth().requireOwner(request)),
});
