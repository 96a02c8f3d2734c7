import { isLoopback } from '../platform/loopback.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** A local shop has several loopback names. On the same port, they all count as the same site. */
const isSameSite = (origin: string, siteUrl: string): boolean => {
  if (origin === siteUrl) return true;
  const originUrl = URL.parse(origin);
  const site = new URL(siteUrl);
  if (originUrl?.origin !== origin || !isLoopback(originUrl) || !isLoopback(site)) return false;
  return originUrl.protocol === site.protocol && originUrl.port === site.port;
};

/**
 * A page cannot forge Sec-Fetch-Site (w3.org/TR/fetch-metadata). Older browsers, and all browsers
 * on plain http, send only an Origin. A request without either header comes from a program, which
 * could forge both.
 */
const isOwnOrigin = (headers: Headers, siteUrl: string): boolean => {
  const fetchSite = headers.get('sec-fetch-site');
  if (fetchSite !== null) return fetchSite === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || isSameSite(origin, siteUrl);
};

/** Throws 403 for a cross-site request (CSRF). Hono's `csrf` does not check JSON requests. */
export const requireOwnOrigin = (request: Request, siteUrl: string, route: string): void => {
  if (isOwnOrigin(request.headers, siteUrl)) return;
  // Logged, because a wrong PUBLIC_SITE_URL locks out every buyer with an older browser.
  logRefusal('origin_not_allowed', route, { configured: siteUrl });
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};
