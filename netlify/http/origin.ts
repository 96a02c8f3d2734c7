import { isLoopback } from '../platform/env.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** All loopback names of one port are one site, since a browser may use any of them. */
const isSameSite = (origin: string, siteUrl: string): boolean => {
  if (origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(siteUrl)];
  return (
    given.origin === origin &&
    given.protocol === own.protocol &&
    given.port === own.port &&
    isLoopback(given) &&
    isLoopback(own)
  );
};

/**
 * Sec-Fetch-Site cannot be forged by a page (w3.org/TR/fetch-metadata). 'same-origin' is right under every name of the
 * shop, previews included. Older browsers, and all browsers on plain http, send only an Origin, which must be the
 * configured one; sandboxed frames send `null`. A request without either comes from a program, which could forge both.
 */
const isOwn = (headers: Headers, siteUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || isSameSite(origin, siteUrl);
};

/** Throws 403 for a request that another site made its visitor's browser send. */
export const requireOwnOrigin = (request: Request, siteUrl: string, route: string): void => {
  if (isOwn(request.headers, siteUrl)) return;
  // A wrong PUBLIC_SITE_URL would refuse every buyer with an older browser.
  logRefusal('origin_not_allowed', route, { configured: siteUrl });
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};
