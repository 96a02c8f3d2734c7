import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The address of the site that is being built, if it is known. PUBLIC_SITE_URL is the same for all deploys, but each
 * preview has an address of its own (docs.netlify.com/build/configure-builds/environment-variables).
 */
export const siteUrlOf = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  (env['CONTEXT'] !== 'production' && env['DEPLOY_PRIME_URL']) ||
  env['PUBLIC_SITE_URL'] ||
  env['URL'];

/** The 404 page of the site, which is built before the functions. */
export const readNotFoundPage = (root: string): Promise<string> =>
  readFile(path.join(root, 'dist', '404.html'), 'utf8');
