import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyProject } from '../../project.ts';
import { NETLIFY_BUILD, unzip } from './packages.ts';

export type Route = {
  readonly pattern: string;
  /** What an address must match; one without parameters has a literal in its place. */
  readonly expression?: string;
  readonly literal?: string;
  readonly methods?: readonly string[];
  readonly prefer_static?: boolean;
};

/** As much of a function's entry in manifest.json as is read here. */
export type DeployedFunction = {
  readonly name: string;
  /** Of the ZIP. */
  readonly path: string;
  readonly bundler: string;
  readonly invocationMode: string;
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly routes?: readonly Route[];
  readonly excludedRoutes?: readonly Route[];
  readonly schedule?: string;
};

export type Build = {
  readonly functions: readonly DeployedFunction[];
  /** What Netlify's build has printed. */
  readonly output: string;
  /** The folder of the site. */
  readonly site: string;
  /** Where a function's ZIP lies, unpacked. */
  readonly folderOf: (name: string) => string;
  readonly remove: () => void;
};

type BuildOptions = {
  readonly context: string;
  readonly branch: string;
  /** Set on Netlify for builds. Those named in `secrets` are marked as secret there. */
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
};

/**
 * Builds a copy of the project by Netlify's own build, offline, and unpacks what would be deployed. The copy has no
 * .gitignore: Netlify's scan for secrets would pass over all that stands there, the built site too.
 */
export const netlifyBuild = async (options: BuildOptions): Promise<Build> => {
  const { context, branch, environment, secrets } = options;
  const project = copyProject();
  const { root } = project;
  const flags = {
    context,
    branch,
    cwd: root,
    'repository-root': root,
    'default-config': JSON.stringify({ build: { environment } }),
    'explicit-secret-keys': secrets.join(','),
  };
  const named = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const args = [NETLIFY_BUILD, '--offline', '--debug', ...named];
  // Nothing of the test runner's, under which Astro would build for development.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1' };
  const running = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  const { stdout, stderr } = await running.catch((error: unknown) => {
    project.remove();
    throw error; // with all that was printed
  });
  const deployed = path.join(root, '.netlify', 'functions');
  const { functions }: { functions: readonly DeployedFunction[] } = JSON.parse(
    readFileSync(path.join(deployed, 'manifest.json'), 'utf8'),
  );
  const folderOf = (name: string): string => path.join(root, 'unpacked', name);
  for (const { name, path: zip } of functions) {
    mkdirSync(folderOf(name), { recursive: true });
    await unzip(zip, folderOf(name));
  }
  return {
    functions,
    output: stdout + stderr,
    site: path.join(root, 'dist'),
    folderOf,
    remove: project.remove,
  };
};
