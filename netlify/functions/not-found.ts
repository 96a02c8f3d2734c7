import type { Config } from '@netlify/functions';
import { getEnv } from '../env.ts';
import { html, pageResponse } from '../http/page.ts';

const PAGE_WITHIN_MS = 2000;
const LOGGED_CHARACTERS = 200;

/** [[headers]] of netlify.toml do not reach what a function answers. */
const HEADERS = {
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * The path as the log may hold it. A `URL` has escaped every control character, so a line stays one
 * line as long as nobody decodes it. A mail program may escape the "?" before a session id, which is
 * the buyer's key and is then part of the path.
 */
const loggable = (pathname: string): string =>
  pathname.replace(/cs_\w+/g, 'cs_...').slice(0, LOGGED_CHARACTERS);

const fallback = (): Promise<string> =>
  pageResponse('Oops! Page not found', html`<p>There is nothing at this address.</p>`).text();

/** Kept for the life of the instance, which is not longer than that of its deploy. */
let page: string | undefined;

/** The site's own 404.html, from the configured origin: the Host header is the visitor's to choose. */
const fetchPage = async (): Promise<string> => {
  const address = new URL('/404.html', getEnv().PUBLIC_SITE_URL);
  const response = await fetch(address, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) });
  if (!response.ok) throw new Error('no 404.html');
  return response.text();
};

const pageFor = async (pathname: string): Promise<string> => {
  // Where the site has no such page, asking for it leads here again.
  if (/^\/404(\.html)?\/?$/.test(pathname)) return fallback();
  try {
    return (page ??= await fetchPage());
  } catch {
    return fallback();
  }
};

/** Every address that is neither a file of the site nor another function's: logged and answered 404. */
export default async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  console.log(`404 ${loggable(pathname)}`);
  const body = await pageFor(pathname);
  return new Response(request.method === 'HEAD' ? null : body, { status: 404, headers: HEADERS });
};

export const config: Config = {
  path: '/*',
  // "/@": `npm run dev` has this function too, and Vite's own modules are not files.
  excludedPath: ['/api/*', '/payment-success', '/guide-download', '/.netlify/*', '/@*'],
  preferStatic: true,
};
