import type { Config } from '@netlify/functions';
import generated from '#generated';
import { FRAMING, secure } from '../http/headers.ts';

const LOGGED_CHARACTERS = 200;

/**
 * The path without a buyer's key, for the log. A mail program may escape the "?" before a session id, which is then
 * part of the path; an id without its beginning is still most of a key. `URL` has escaped all control characters, so
 * the path stays on one line.
 */
const loggable = (pathname: string): string =>
  pathname
    .replace(/cs_\w+/g, 'cs_...')
    .replace(/\w{24,}/g, '...')
    .slice(0, LOGGED_CHARACTERS);

/** Logs every address that is neither a file of the site nor another function's, and returns the 404 page. */
export default async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  console.log(`404 ${loggable(pathname)}`);
  const body = request.method === 'HEAD' ? null : generated.notFoundPage;
  const headers = {
    'cache-control': 'no-cache',
    // The page's own policy is in its meta tag.
    'content-security-policy': FRAMING,
    'content-type': 'text/html; charset=utf-8',
  };
  return secure(new Response(body, { status: 404, headers }));
};

export const config: Config = {
  path: '/*',
  excludedPath: ['/api/*', '/payment-success', '/guide-download', '/.netlify/*'],
  preferStatic: true,
};
