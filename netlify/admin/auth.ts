import type { Config } from '@netlify/functions';
import type { SessionResponse } from '#contract/session.ts';
import {
  type SessionKey,
  SESSION_LIFETIME_IN_SECONDS,
  type Session,
  openSession,
  sealSession,
} from './session.ts';
import { isoTime, now } from '../clock.ts';
import { MisconfiguredError, getEnv } from '../env.ts';
import { isBrokenHash } from './password.ts';
import { cookieHeader, readCookie } from '../http/cookie.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { type Handlers, route } from '../http/route.ts';

/** The cookie is sealed, HttpOnly and SameSite=Strict. */
const SESSION = 'owner_session';

/** These change nothing, so another site may make the owner's browser send them. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

const isSecure = (): boolean => siteUrl().startsWith('https:');

/** null where no password is set: then nobody has a session. */
const sessionKey = (): SessionKey | null => {
  const { ADMIN_PASSWORD: password, SIGNING_SECRET: signingSecret } = getEnv();
  return password === undefined ? null : { signingSecret, password };
};

/** The password or its hash. Throws where none is set, or a hash is cut off. */
export const ownerKey = (): SessionKey => {
  const key = sessionKey();
  if (!key) throw new MisconfiguredError('ADMIN_PASSWORD is missing: nobody can log in');
  if (!isBrokenHash(key.password)) return key;
  throw new MisconfiguredError('ADMIN_PASSWORD is half a hash: nobody can log in');
};

const sessionCookie = (value: string, maxAgeInSeconds: number): string =>
  cookieHeader({ name: SESSION, value, maxAgeInSeconds, isSecure: isSecure() });

/** The owner's session, or null for anybody else. */
export const sessionOf = async (request: Request): Promise<Session | null> => {
  const key = sessionKey();
  const sealed = readCookie(request, SESSION, isSecure());
  return sealed === null || key === null ? null : openSession(sealed, key, now());
};

/** Throws 401 for anybody but the owner, and 403 for a request that another site made the owner's browser send. */
export const requireOwner = async (request: Request): Promise<Session> => {
  const session = await sessionOf(request);
  if (!session) throw new Problem('not_logged_in', 'Please log in first.');
  if (!SAFE.has(request.method)) requireOwnOrigin(request, siteUrl(), 'owner');
  return session;
};

/** A session that begins now, and the cookie to answer with. */
export const beginSession = async (key: SessionKey) => {
  const session = { expiresAt: now() + SESSION_LIFETIME_IN_SECONDS };
  const sealed = await sealSession(session, key);
  return { session, cookie: sessionCookie(sealed, SESSION_LIFETIME_IN_SECONDS) };
};

/** Ends the session in the browser that it is sent to. */
export const endCookie = (): string => sessionCookie('', 0);

/** A Netlify Function for the owner alone. Everybody else gets 401. */
export const ownerRoute = (config: Config, handlers: Handlers) =>
  route(config, handlers, requireOwner);

export const sessionResponse = ({ expiresAt }: Session): Response =>
  Response.json({ expiresAt: isoTime(expiresAt) } satisfies SessionResponse);
