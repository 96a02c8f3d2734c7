import { isLoopback } from '../env.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** All names of this machine are one site, with the same port. */
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
 * Browsers send Sec-Fetch-Site, which no page can forge (w3.org/TR/fetch-metadata). 'same-origin' is right under every
 * name of the shop, as in previews. Older browsers, and all browsers on plain http, send only Origin, which must be the
 * configured one; `null` comes from sandboxed frames and is refused. A request with neither comes from a program, which
 * could send any value: only the rate limit applies to it.
 */
const isOwn = (headers: Headers, siteUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || isSameSite(origin, siteUrl);
};

/** Throws 403 for a request that a page of another site made a browser send. */
export const requireOwnOrigin = (request: Request, siteUrl: string, route: string): void => {
  if (isOwn(request.headers, siteUrl)) return;
  // With a wrong setting, this refuses every buyer with an older browser.
  logRefusal('origin_not_allowed', route, { configured: siteUrl });
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};
