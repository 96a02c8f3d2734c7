import { Problem } from './problem.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names of this machine are one site where the port is the same: a browser may have used any. */
const isSameSite = (origin: string, siteUrl: string): boolean => {
  if (origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(siteUrl)];
  return (
    given.origin === origin &&
    given.protocol === own.protocol &&
    given.port === own.port &&
    LOOPBACK.has(given.hostname) &&
    LOOPBACK.has(own.hostname)
  );
};

/**
 * Throws 403 for what a page of another site makes its visitor's browser send. `null` is the origin of
 * sandboxed frames and of pages that hide who they are: not ours. No Origin at all passes: every
 * browser sends one with a POST, so this is a program, which could as well send the right one; the
 * rate limit is what meets it.
 */
export const requireOwnOrigin = (request: Request, siteUrl: string): void => {
  const origin = request.headers.get('origin');
  const isCrossSite = request.headers.get('sec-fetch-site') === 'cross-site';
  if (origin === null ? !isCrossSite : isSameSite(origin, siteUrl)) return;
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};
