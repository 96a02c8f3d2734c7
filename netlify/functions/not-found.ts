import type { Config } from '@netlify/functions';
import generated from '#generated';
import { FRAMING, addMissingHeaders } from '../http/headers.ts';

const MAX_LOGGED_CHARACTERS = 200;

/**
 * Removes session ids, and parts of them, because they give access to buyers' files. If a mail
 * program escapes the "?" of a link, the id becomes part of the path.
 */
const withoutKeys = (pathname: string): string =>
  pathname.replace(/cs_\w+/g, 'cs_...').replace(/\w{24,}/g, '...');

/** The current address of a renamed page. /old, /old/ and /old.html all lead to it. */
const findCurrentAddress = (pathname: string): string | undefined => {
  const { formerly } = generated;
  return formerly[pathname] ?? formerly[pathname.replace(/(?:\/|\.html)$/, '')];
};

export default async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const address = findCurrentAddress(pathname);
  if (address !== undefined) {
    const headers = { 'cache-control': 'no-cache', location: address + search };
    return addMissingHeaders(new Response(null, { status: 301, headers }));
  }
  console.log(`404 ${withoutKeys(pathname).slice(0, MAX_LOGGED_CHARACTERS)}`);
  const body = request.method === 'HEAD' ? null : generated.notFoundPage;
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': FRAMING,
    'content-type': 'text/html; charset=utf-8',
  };
  return addMissingHeaders(new Response(body, { status: 404, headers }));
};

export const config: Config = {
  path: '/*',
  excludedPath: ['/api/*', '/payment-success', '/guide-download', '/.netlify/*'],
  preferStatic: true,
};
