import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Generated } from './generated.ts';

/**
 * The address of the site that is being built, if it is known. PUBLIC_SITE_URL is the same for all deploys, but each
 * preview has an address of its own (docs.netlify.com/build/configure-builds/environment-variables).
 */
export const siteUrlOf = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  (env['CONTEXT'] !== 'production' && env['DEPLOY_PRIME_URL']) ||
  env['PUBLIC_SITE_URL'] ||
  env['URL'];

/** The pages and emails that functions use, of the site that was built in `directory`. */
export const readSite = async (directory: string): Promise<Omit<Generated, 'context'>> => {
  const read = (name: string) => readFile(path.join(directory, 'dist', name), 'utf8');
  return {
    notFoundPage: await read('404.html'),
    shellPage: await read('shell.html'),
    ...JSON.parse(await read('emails/templates.json')),
  };
};
