import { parse, serialize } from 'hono/utils/cookie';
import * as z from 'zod/mini';
import { getEnv, MisconfiguredError } from '../platform/env.ts';
import { HOUR_IN_SECONDS, isoTime, now } from '../platform/clock.ts';
import { isBrokenHash, verifyPassword } from './password.ts';
import { clientIdOf } from '../http/client-id.ts';
import { limitShared } from '../http/shared-limits.ts';
import { logRefusal } from '../http/log.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { seal, unseal } from '../platform/seal.ts';

const SESSION_LIFETIME_IN_SECONDS = 8 * HOUR_IN_SECONDS;

/** `expiresAt` is in Unix seconds. */
const sessionSchema = z.object({ expiresAt: z.int() });
export type OwnerSession = Readonly<z.infer<typeof sessionSchema>>;

/** Changing either setting ends every session. */
const sessionKey = (): string => {
  const { ADMIN_PASSWORD: password = '', SIGNING_SECRET: secret } = getEnv();
  return `${secret}:${password}`;
};

export const sealSession = (session: OwnerSession, key = sessionKey()): Promise<string> =>
  seal('owner-session', session, key);

const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

const isSecure = (): boolean => siteUrl().startsWith('https:');

/** Another subdomain cannot set a `__Host-` cookie (RFC 6265bis section 4.1.3.2). */
const cookieName = (): string => `${isSecure() ? '__Host-' : ''}owner_session`;

/** `maxAge` is in seconds. */
const sessionCookie = (value: string, maxAge: number): string => {
  const secure = isSecure();
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure, maxAge } as const;
  return serialize(cookieName(), value, options);
};

export const readOwnerSession = async (request: Request): Promise<OwnerSession | null> => {
  const name = cookieName();
  const cookies = parse(request.headers.get('cookie') ?? '', name);
  const sealed = cookies[name] ?? '';
  const session = await unseal('owner-session', sessionSchema, sealed, sessionKey());
  return session !== null && session.expiresAt > now() ? session : null;
};

/** Throws 401 without a session, and 403 for a change that another site requested. */
export const requireOwner = async (request: Request): Promise<OwnerSession> => {
  const session = await readOwnerSession(request);
  if (!session) throw new Problem('not_logged_in', 'Please log in first.');
  const changesData = !['GET', 'HEAD'].includes(request.method);
  if (changesData) requireOwnOrigin(request, siteUrl(), 'owner');
  return session;
};

/** Throws 401 for a wrong password, and 429 after too many attempts. */
export const logIn = async (request: Request, password: string): Promise<Response> => {
  requireOwnOrigin(request, siteUrl(), 'login');
  const { ADMIN_PASSWORD: stored } = getEnv();
  if (stored === undefined || isBrokenHash(stored)) {
    const problem = stored === undefined ? 'missing' : 'an incomplete hash';
    throw new MisconfiguredError(`ADMIN_PASSWORD is ${problem}, so nobody can log in`);
  }
  await limitShared('login', clientIdOf(request));
  if (!(await verifyPassword(password, stored))) {
    logRefusal('password_wrong', 'login');
    throw new Problem('password_wrong', 'That’s not the password.');
  }
  const session = { expiresAt: now() + SESSION_LIFETIME_IN_SECONDS };
  const sealed = await sealSession(session);
  const response = sessionResponse(session);
  response.headers.set('set-cookie', sessionCookie(sealed, SESSION_LIFETIME_IN_SECONDS));
  return response;
};

export const logoutCookie = (): string => sessionCookie('', 0);

export const sessionResponse = ({ expiresAt }: OwnerSession): Response =>
  Response.json({ expiresAt: isoTime(expiresAt) });
