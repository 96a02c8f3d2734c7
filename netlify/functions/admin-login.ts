import type { Config } from '@netlify/functions';
import { loginRequest } from '#contract/session.ts';
import { beginSession, browserOf, ownerKey, sessionResponse } from '../admin/auth.ts';
import { isPassword } from '../admin/password.ts';
import { getEnv } from '../env.ts';
import { readJson } from '../http/body.ts';
import { logRefusal } from '../http/log.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { limitShared } from '../http/rate-limiter.ts';
import { clientOf } from '../http/client.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/admin/login' };

export default route(config, {
  POST: async (request) => {
    requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'login');
    const { password } = await readJson(request, loginRequest);
    const key = ownerKey();
    const browser = await browserOf(request);
    await limitShared(browser ?? clientOf(request), ['login'], { withTotals: browser === null });
    if (!(await isPassword(password, key.password))) {
      logRefusal('password_wrong', 'login');
      throw new Problem('password_wrong', 'That’s not the password.');
    }
    const { session, cookies } = await beginSession(key, browser);
    const response = sessionResponse(session);
    for (const cookie of cookies) response.headers.append('set-cookie', cookie);
    return response;
  },
});
