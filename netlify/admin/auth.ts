import { parse, serialize } from 'hono/utils/cookie';
import * as z from 'zod/mini';
import { getEnv, MisconfiguredError } from '../platform/env.ts';
import { HOUR_IN_SECONDS, isoTime, now } from '../platform/clock.ts';
import { isBrokenHash, isPassword } from './password.ts';
import { clientOf } from '../http/client.ts';
import { limitShared } from '../http/shared-limits.ts';
import { logRefusal } from '../http/log.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { seal, unseal } from '../platform/seal.ts';

const SESSION_LIFETIME_IN_SECONDS = 8 * HOUR_IN_SECONDS;

/** `expiresAt` is in Unix seconds. */
const sessionSchema = z.object({ expiresAt: z.int() });
export type OwnerSession = Readonly<z.infer<typeof sessionSchema>>;

/** A change of either setting ends every session. */
const sessionKey = (): string => {
  const { ADMIN_PASSWORD: password = '', SIGNING_SECRET: secret } = getEnv();
  return `${secret}:${password}`;
};

export const sealSession = (session: OwnerSession, key = sessionKey()): Promise<string> =>
  seal('owner-session', session, key);

const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

const isSecure = (): boolean => siteUrl().startsWith('https:');

/**
 * Browsers accept a `__Host-` cookie from this host only (RFC 6265bis section 4.1.3.2), so no other site of the same
 * domain can plant one. On http they refuse it.
 */
const cookieName = (): string => `${isSecure() ? '__Host-' : ''}owner_session`;

const sessionCookie = (value: string, maxAge: number): string => {
  const scope = { path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure() } as const;
  return serialize(cookieName(), value, { ...scope, maxAge });
};

/** The owner's session, or null for anyone else. */
export const readOwnerSession = async (request: Request): Promise<OwnerSession | null> => {
  const name = cookieName();
  const { [name]: sealed = '' } = parse(request.headers.get('cookie') ?? '', name);
  const session = await unseal('owner-session', sessionSchema, sealed, sessionKey());
  return session !== null && session.expiresAt > now() ? session : null;
};

/** Throws 401 for anyone but the owner, and 403 for a request that another site made the owner's browser send. */
export const requireOwner = async (request: Request): Promise<OwnerSession> => {
  const session = await readOwnerSession(request);
  if (!session) throw new Problem('not_logged_in', 'Please log in first.');
  // These change nothing, so another site may make the owner's browser send them.
  if (!['GET', 'HEAD'].includes(request.method)) requireOwnOrigin(request, siteUrl(), 'owner');
  return session;
};

/** Begins a session. Throws 401 for a wrong password, and 429 after too many. */
export const logIn = async (request: Request, password: string): Promise<Response> => {
  requireOwnOrigin(request, siteUrl(), 'login');
  const { ADMIN_PASSWORD: stored } = getEnv();
  if (stored === undefined || isBrokenHash(stored)) {
    const what = stored === undefined ? 'missing' : 'half a hash';
    throw new MisconfiguredError(`ADMIN_PASSWORD is ${what}: nobody can log in`);
  }
  await limitShared('login', clientOf(request));
  if (!(await isPassword(password, stored))) {
    logRefusal('password_wrong', 'login');
    throw new Problem('password_wrong', 'That’s not the password.');
  }
  const session = { expiresAt: now() + SESSION_LIFETIME_IN_SECONDS };
  const sealed = await sealSession(session);
  const response = sessionResponse(session);
  response.headers.set('set-cookie', sessionCookie(sealed, SESSION_LIFETIME_IN_SECONDS));
  return response;
};

/** Ends the session in the browser that it is sent to. */
export const endCookie = (): string => sessionCookie('', 0);

/** When the owner has to log in again. */
export const sessionResponse = ({ expiresAt }: OwnerSession): Response =>
  Response.json({ expiresAt: isoTime(expiresAt) });
