import type { Config } from '@netlify/functions';
import { sessionResponse } from '../admin/auth.ts';
import { route } from '../http/route.ts';
import { auth } from '../services.ts';

/** Tells the owner's page whether to show the login. */
export default route({
  GET: async (request) => sessionResponse(await auth().requireOwner(request)),
});

export const config: Config = { path: '/api/admin/session' };
