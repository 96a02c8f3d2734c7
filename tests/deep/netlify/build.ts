import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SECRETS } from '../../build/deployed.ts';
import { copyProject } from '../../project.ts';

const HERE = import.meta.dirname;
const NETLIFY_BUILD = path.join(HERE, 'node_modules', '@netlify', 'build', 'bin.js');
const UNZIP = path.join(HERE, 'node_modules', 'node-stream-zip', 'node_stream_zip.js');

/**
 * Installs Netlify's build tool here unless it is already installed. Returns null, or the reason if
 * the installation fails.
 */
export const installPackages = async (): Promise<string | null> => {
  if (existsSync(NETLIFY_BUILD)) return null;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return promisify(execFile)('npm', args, { cwd: HERE }).then(
    () => null,
    ({ stderr }: { readonly stderr: string }) => {
      const reason = stderr.split('\n').find((line) => line.includes('error')) ?? '';
      return `npm could not install Netlify's own build. ${reason}`;
    },
  );
};

type Route = {
  readonly pattern: string;
  readonly methods?: readonly string[];
  readonly prefer_static?: boolean;
};

/** The fields of the build's manifest that the tests read. */
type Manifest = {
  readonly functions: readonly {
    readonly name: string;
    readonly path: string;
    readonly schedule?: string;
    readonly routes?: readonly Route[];
    readonly excludedRoutes?: readonly Route[];
  }[];
};

/**
 * Builds a copy of the project offline with Netlify's own build tool, and unpacks the ZIP of each
 * function. The copy has no .gitignore, because Netlify's scan for secrets skips ignored folders,
 * and the built site would be one of them.
 */
export const netlifyBuild = async (
  context: string,
  branch: string,
  environment: Readonly<Record<string, string>>,
) => {
  const { root, remove } = copyProject();
  const flags = {
    context,
    branch,
    cwd: root,
    'repository-root': root,
    'default-config': JSON.stringify({ build: { environment: { ...SECRETS, ...environment } } }),
    'explicit-secret-keys': Object.keys(SECRETS).join(','),
  };
  const flagArguments = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const args = [NETLIFY_BUILD, '--offline', '--debug', ...flagArguments];
  // Omits the test runner's variables, which would make Astro build in development mode.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1' };
  const running = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  const { stdout, stderr } = await running.catch((error: unknown) => {
    remove();
    throw error; // includes the output of the build
  });
  const manifest = readFileSync(path.join(root, '.netlify/functions/manifest.json'), 'utf8');
  const { functions }: Manifest = JSON.parse(manifest);
  const folderOf = (name: string): string => path.join(root, 'unpacked', name);
  const { default: StreamZip } = await import(UNZIP);
  for (const { name, path: file } of functions) {
    mkdirSync(folderOf(name), { recursive: true });
    const zip = new StreamZip.async({ file });
    await zip.extract(null, folderOf(name));
    await zip.close();
  }
  return { functions, output: stdout + stderr, site: path.join(root, 'dist'), folderOf, remove };
};
