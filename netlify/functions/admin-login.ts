import type { Config } from '@netlify/functions';
import { loginRequest } from '#contract/session.ts';
import { beginSession, ownerKey, sessionResponse } from '../admin/auth.ts';
import { isPassword } from '../admin/password.ts';
import { getEnv } from '../env.ts';
import { readJson } from '../http/body.ts';
import { logRefusal } from '../http/log.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { limitFlood, limitShared } from '../http/limits.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/admin/login' };

export default route(config, {
  POST: async (request) => {
    requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'login');
    const { password } = await readJson(request, loginRequest);
    const key = ownerKey();
    await limitShared('login', limitFlood(request));
    if (!(await isPassword(password, key.password))) {
      logRefusal('password_wrong', 'login');
      throw new Problem('password_wrong', 'That’s not the password.');
    }
    const { session, cookie } = await beginSession(key);
    const response = sessionResponse(session);
    response.headers.set('set-cookie', cookie);
    return response;
  },
});
