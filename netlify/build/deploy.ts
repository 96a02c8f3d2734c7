import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where the site that is being built will be, as far as that is known. Netlify gives all deploys one
 * PUBLIC_SITE_URL, unless the owner sets one for each, and every preview an address of its own:
 * docs.netlify.com/build/configure-builds/environment-variables.
 */
export const siteUrlOf = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  (env['CONTEXT'] !== 'production' && env['DEPLOY_PRIME_URL']) ||
  env['PUBLIC_SITE_URL'] ||
  env['URL'];

/** Of the site that was built before the functions. */
export const readNotFoundPage = (root: string): Promise<string> =>
  readFile(path.join(root, 'dist', '404.html'), 'utf8');
