import { isLoopback } from '../env.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** Names of this machine are one site where the port is the same: a browser may have used any. */
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
 * Browsers say themselves how a page stands to the address that it calls, and no page can forge it
 * (w3.org/TR/fetch-metadata): 'same-origin' is right under every name that the shop is served under, as
 * in previews. Older browsers, and all of them on plain http, send an Origin alone, which must be the
 * configured one; `null` is that of sandboxed frames and of pages that hide who they are: not ours. With
 * neither this is a program, which could as well send the right one; the rate limit is what meets it.
 */
const isOwn = (headers: Headers, siteUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || isSameSite(origin, siteUrl);
};

/** Throws 403 for what a page of another site makes its visitor's browser send. */
export const requireOwnOrigin = (request: Request, siteUrl: string, route: string): void => {
  if (isOwn(request.headers, siteUrl)) return;
  // Where the configured one is wrong, this refuses every buyer of an older browser.
  logRefusal('origin_not_allowed', route, { configured: siteUrl });
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};
