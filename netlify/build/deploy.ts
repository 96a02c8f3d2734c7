import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Generated } from './generated.ts';

/**
 * The URL of the deploy that is being built. PUBLIC_SITE_URL is the same for all deploys, but each
 * preview has a different URL
 * (docs.netlify.com/build/configure-builds/environment-variables).
 */
export const siteUrlOf = (
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const deployUrl = env['DEPLOY_PRIME_URL'];
  if (deployUrl && env['CONTEXT'] !== 'production') return deployUrl;
  return env['PUBLIC_SITE_URL'] || env['URL'];
};

/** Reads what functions need from `dist` in `directory`: the built pages, emails and data. */
export const readSite = async (directory: string): Promise<Omit<Generated, 'context'>> => {
  const read = (name: string) => readFile(path.join(directory, 'dist', name), 'utf8');
  return {
    notFoundPage: await read('404.html'),
    shellPage: await read('shell.html'),
    formerly: JSON.parse(await read('formerly.json')),
    promises: JSON.parse(await read('promises.json')),
    ...JSON.parse(await read('emails/templates.json')),
  };
};
