import type { Config } from '@netlify/functions';
import { isForm } from '../http/body.ts';
import { seeOther } from '../http/navigation.ts';
import { loginPage } from '../admin/pages.ts';
import { route } from '../http/route.ts';
import { sessionOf, requireOwner, endCookie } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/logout' };

/** Ends the session in this browser. Another password or signing secret ends it in all of them. */
export default route(config, {
  POST: async (request) => {
    if (isForm(request) && !(await sessionOf(request))) return loginPage(401);
    await requireOwner(request);
    const response = isForm(request) ? seeOther('/') : new Response(null, { status: 204 });
    response.headers.set('set-cookie', endCookie());
    return response;
  },
});
