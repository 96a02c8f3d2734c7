import type { Config } from '@netlify/functions';
import { loginRequest } from '#contract/session.ts';
import { isForm, readForm, readJson } from '../http/body.ts';
import { logError, logRefusal } from '../http/log.ts';
import { loginPage } from '../admin/pages.ts';
import { seeOther, wantsPage } from '../http/navigation.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { isPassword } from '../admin/password.ts';
import { Problem, problemOf, statusOf } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { sessionResponse, browserOf, beginSession, ownerKey } from '../admin/auth.ts';
import { limitGuesses } from '../http/rate-limiter.ts';
import { getEnv } from '../env.ts';

const logIn = async (request: Request) => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'login');
  const read = isForm(request) ? readForm : readJson;
  const { password } = await read(request, loginRequest);
  const key = ownerKey();
  const browser = await browserOf(request);
  await limitGuesses(request, browser);
  if (await isPassword(password, key.password)) return beginSession(key, browser);
  logRefusal('password_wrong', 'login');
  throw new Problem('password_wrong', 'That is not the password.');
};

const withCookies = (response: Response, cookies: readonly string[]): Response => {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
};

const fromScript = async (request: Request): Promise<Response> => {
  const { session, cookies } = await logIn(request);
  return withCookies(sessionResponse(session), cookies);
};

const fromForm = async (request: Request): Promise<Response> => {
  try {
    return withCookies(seeOther('/admin-home'), (await logIn(request)).cookies);
  } catch (error) {
    if (!wantsPage(request)) throw error;
    if (!(error instanceof Problem)) logError(error);
    const problem = problemOf(error);
    return loginPage(statusOf(problem), problem.message);
  }
};

export const config: Config = { path: '/api/admin/login' };

export default route(config, {
  POST: (request) => (isForm(request) ? fromForm(request) : fromScript(request)),
});
