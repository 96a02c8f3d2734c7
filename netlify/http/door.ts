import {
  type DoorKey,
  SESSION_LIFETIME_IN_SECONDS,
  type Session,
  openSession,
  sealSession,
} from '../domain/session.ts';
import { cookieHeader, cookieName, readCookie } from './cookie.ts';
import { requireOwnOrigin } from './origin.ts';
import { Problem } from './problem.ts';
import { type Handler, type Method, route } from './route.ts';

const COOKIE = 'owner_session';

/** These change nothing, so that it does not matter which page makes the owner's browser send them. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export type DoorOptions = {
  readonly siteUrl: string;
  /** null where no password is set: then nobody has a session. */
  readonly key: DoorKey | null;
  /** Unix time in seconds. */
  readonly now: () => number;
};

/** Lets the shop's owner in and nobody else. The options are read at each call. */
export const createDoor = (options: () => DoorOptions) => {
  const cookie = (value: string, maxAgeInSeconds: number): string => {
    const isSecure = options().siteUrl.startsWith('https:');
    return cookieHeader({ name: cookieName(COOKIE, isSecure), value, maxAgeInSeconds, isSecure });
  };

  /** The owner's session, or null for anybody else. */
  const sessionOf = async (request: Request): Promise<Session | null> => {
    const { siteUrl, key, now } = options();
    const sealed = readCookie(request, cookieName(COOKIE, siteUrl.startsWith('https:')));
    return sealed === null || key === null ? null : openSession(sealed, key, now());
  };

  /** Throws 401 for anybody but the owner, and 403 for what another site makes the owner send. */
  const requireOwner = async (request: Request): Promise<Session> => {
    const session = await sessionOf(request);
    if (!session) throw new Problem('not_logged_in', 'Please log in first.');
    if (!SAFE.has(request.method)) requireOwnOrigin(request, options().siteUrl, 'owner');
    return session;
  };

  return {
    sessionOf,
    requireOwner,
    /** A session that begins now, and the cookie that it lives in. */
    begin: async (key: DoorKey): Promise<{ session: Session; cookie: string }> => {
      const session = { expiresAt: options().now() + SESSION_LIFETIME_IN_SECONDS };
      return {
        session,
        cookie: cookie(await sealSession(session, key), SESSION_LIFETIME_IN_SECONDS),
      };
    },
    /** The cookie that ends a session in the browser that it is sent to. */
    endCookie: (): string => cookie('', 0),
    /** One function of Netlify's that answers the owner alone. */
    ownerRoute: (handlers: Partial<Record<Method, Handler>>) => {
      const guarded = Object.entries(handlers).map(([method, handle]) => [
        method,
        async (request: Request) => {
          await requireOwner(request);
          return handle(request);
        },
      ]);
      return route(Object.fromEntries(guarded));
    },
  };
};
