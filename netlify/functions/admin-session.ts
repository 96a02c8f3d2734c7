import type { Config } from '@netlify/functions';
import { sessionResponse } from '../http/session.ts';
import { route } from '../http/route.ts';
import { door } from '../services/door.ts';

/** Tells the owner's page whether to show the login. */
export default route({
  GET: async (request) => sessionResponse(await door.requireOwner(request)),
});

export const config: Config = { path: '/api/admin/session' };
