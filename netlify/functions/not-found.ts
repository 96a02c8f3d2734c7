import type { Config } from '@netlify/functions';
import { getEnv } from '../env.ts';
import { FRAMING, secure } from '../http/headers.ts';
import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';

const PAGE_WITHIN_MS = 2000;
const LOGGED_CHARACTERS = 200;

/**
 * The path as the log may hold it. A `URL` has escaped every control character, so a line stays one
 * line as long as nobody decodes it. A mail program may escape the "?" before a session id, which is
 * the buyer's key and is then part of the path; one that lost its beginning is still most of a key.
 */
const loggable = (pathname: string): string =>
  pathname
    .replace(/cs_\w+/g, 'cs_...')
    .replace(/\w{24,}/g, '...')
    .slice(0, LOGGED_CHARACTERS);

const fallback = (): Response =>
  pageResponse('Oops! Page not found', html`<p>There is nothing at this address.</p>`, {
    status: 404,
  });

/** StoredOrder for the life of the instance, which is not longer than that of its deploy. */
let page: string | undefined;

/** The site's own 404.html, from the configured origin: the Host header is the visitor's to choose. */
const fetchPage = async (): Promise<string> => {
  const address = new URL('/404.html', getEnv().PUBLIC_SITE_URL);
  const response = await fetch(address, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) });
  if (!response.ok) throw new Error('no 404.html');
  return response.text();
};

/** As the file itself is served, whose policy is in its own meta tag. */
const sitePage = (body: string): Response => {
  const headers = {
    'content-security-policy': FRAMING,
    'content-type': 'text/html; charset=utf-8',
  };
  return new Response(body, { status: 404, headers });
};

const pageFor = async (pathname: string): Promise<Response> => {
  // Where the site has no such page, asking for it leads here again.
  if (/^\/404(\.html)?\/?$/.test(pathname)) return fallback();
  try {
    return sitePage((page ??= await fetchPage()));
  } catch {
    return fallback();
  }
};

/** Every address that is neither a file of the site nor another function's: logged and answered 404. */
export default async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  console.log(`404 ${loggable(pathname)}`);
  const found = await pageFor(pathname);
  found.headers.set('cache-control', 'no-cache');
  return secure(request.method === 'HEAD' ? new Response(null, found) : found);
};

export const config: Config = {
  path: '/*',
  excludedPath: ['/api/*', '/payment-success', '/guide-download', '/admin-home', '/.netlify/*'],
  preferStatic: true,
};
