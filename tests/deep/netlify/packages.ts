import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const HERE = import.meta.dirname;
const PACKAGES = path.join(HERE, 'node_modules');

/** Netlify's build, a command. */
export const NETLIFY_BUILD = path.join(PACKAGES, '@netlify', 'build', 'bin.js');

type Unzip = new (options: { readonly file: string }) => {
  readonly extract: (entry: null, directory: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Writes what is in a ZIP into a folder. */
export const unzip = async (file: string, directory: string): Promise<void> => {
  const { default: StreamZip }: { default: { async: Unzip } } = await import(
    path.join(PACKAGES, 'node-stream-zip', 'node_stream_zip.js')
  );
  const zip = new StreamZip.async({ file });
  await zip.extract(null, directory);
  await zip.close();
};

/** Fetches the packages where they are not here yet. Why they cannot be had, in words, or null where they are here. */
export const installPackages = async (): Promise<string | null> => {
  if (existsSync(NETLIFY_BUILD)) return null;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = promisify(execFile)('npm', args, { cwd: HERE });
  return install.then(
    () => null,
    ({ stderr }: { readonly stderr: string }) =>
      `Skipped: Netlify's own build, since npm could not fetch it. ${stderr.split('\n').find((line) => line.includes('error')) ?? ''}`,
  );
};
