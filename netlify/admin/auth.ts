import type { Config } from '@netlify/functions';
import type { SessionResponse } from '#contract/session.ts';
import {
  BROWSER_KNOWN_IN_SECONDS,
  type SessionKey,
  SESSION_LIFETIME_IN_SECONDS,
  type Session,
  openBrowser,
  openSession,
  sealBrowser,
  sealSession,
} from './session.ts';
import { isoTime, now } from '../clock.ts';
import { MisconfiguredError, getEnv } from '../env.ts';
import { isBrokenHash } from './password.ts';
import { cookieHeader, cookieName, readCookie } from '../http/cookie.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { type Handlers, route } from '../http/route.ts';

/** Both are sealed, HttpOnly and SameSite=Strict. */
const SESSION = 'owner_session';
const BROWSER = 'owner_browser';

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

const cookie = (name: string, value: string, maxAgeInSeconds: number): string =>
  cookieHeader({ name, value, maxAgeInSeconds, isSecure: isSecure() });

const opened = async <T>(
  request: Request,
  name: string,
  open: (sealed: string, key: SessionKey) => Promise<T | null>,
): Promise<T | null> => {
  const key = sessionKey();
  const sealed = readCookie(request, cookieName(name, isSecure()));
  return sealed === null || key === null ? null : open(sealed, key);
};

/** The owner's session, or null for anybody else. */
export const sessionOf = (request: Request): Promise<Session | null> =>
  opened(request, SESSION, (sealed, key) => openSession(sealed, key, now()));

/** The browser that the owner has logged in with before, or null. */
export const browserOf = (request: Request): Promise<string | null> =>
  opened(request, BROWSER, openBrowser);

/** Throws 401 for anybody but the owner, and 403 for a request that another site made the owner's browser send. */
export const requireOwner = async (request: Request): Promise<Session> => {
  const session = await sessionOf(request);
  if (!session) throw new Problem('not_logged_in', 'Please log in first.');
  if (!SAFE.has(request.method)) requireOwnOrigin(request, siteUrl(), 'owner');
  return session;
};

/** A session that begins now, and the cookies to answer with. */
export const beginSession = async (key: SessionKey, browser: string | null) => {
  const session = { expiresAt: now() + SESSION_LIFETIME_IN_SECONDS };
  const known = await sealBrowser(browser ?? crypto.randomUUID(), key);
  const cookies = [
    cookie(SESSION, await sealSession(session, key), SESSION_LIFETIME_IN_SECONDS),
    cookie(BROWSER, known, BROWSER_KNOWN_IN_SECONDS),
  ];
  return { session, cookies };
};

/** Ends the session in the browser that it is sent to. */
export const endCookie = (): string => cookie(SESSION, '', 0);

/** A Netlify Function for the owner alone. Everybody else gets 401. */
export const ownerRoute = (config: Config, handlers: Handlers) =>
  route(config, handlers, requireOwner);

export const sessionResponse = ({ expiresAt }: Session): Response =>
  Response.json({ expiresAt: isoTime(expiresAt) } satisfies SessionResponse);
