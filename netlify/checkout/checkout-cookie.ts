import type { ProductType } from '#contract/catalogue.ts';
import { cookieHeader, cookieName, readCookie } from '../http/cookie.ts';
import {
  type OpenCheckouts,
  REMEMBERED_IN_SECONDS,
  sealCheckouts,
  unsealCheckouts,
} from './open-checkouts.ts';

/** Remembers the sessions that this buyer has open, so that a second click does not make another. */
const COOKIE = 'open_checkouts';

export type CookieSettings = { readonly secret: string; readonly isSecure: boolean };

export const readCheckouts = (
  request: Request,
  { secret, isSecure }: CookieSettings,
): Promise<OpenCheckouts> =>
  unsealCheckouts(readCookie(request, cookieName(COOKIE, isSecure)), secret);

/** The value of a `Set-Cookie` header. */
export const checkoutsCookie = async (
  checkouts: OpenCheckouts,
  { secret, isSecure }: CookieSettings,
): Promise<string> =>
  cookieHeader({
    name: cookieName(COOKIE, isSecure),
    value: await sealCheckouts(checkouts, secret),
    maxAgeInSeconds: REMEMBERED_IN_SECONDS,
    isSecure,
  });

/** For which product this browser was sent to pay in a session; undefined where it does not say. */
export const productOf = async (
  request: Request,
  settings: CookieSettings,
  sessionId: string,
): Promise<ProductType | undefined> => {
  const known = [...(await readCheckouts(request, settings))];
  return known.find(([, id]) => id === sessionId)?.[0];
};
