import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../netlify/local/settings.ts';

const COPIED = [
  'content',
  'src',
  'netlify',
  'public',
  '.config',
  'astro.config.mjs',
  'netlify.toml',
  'package.json',
  'tsconfig.json',
];

/** What builds write into node_modules; two of them at once would write the same files. */
const OWN = new Set(['.astro', '.vite']);

export type ProjectCopy = {
  readonly root: string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
};

const linkPackages = (root: string): void => {
  const packages = path.join(ROOT, 'node_modules');
  mkdirSync(path.join(root, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (OWN.has(name)) continue;
    symlinkSync(path.join(packages, name), path.join(root, 'node_modules', name));
  }
};

/**
 * The project in a folder of its own, which a test may build and whose content it may edit as an
 * editor would, while others build theirs.
 * `more` is what else to copy, such as the tests.
 */
export const copyProject = (more: readonly string[] = []): ProjectCopy => {
  const root = mkdtempSync(path.join(tmpdir(), 'shop-'));
  for (const name of [...COPIED, ...more])
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true });
  linkPackages(root);
  return {
    root,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(root, file), text),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

export type StartedShop = { readonly site: string; readonly stop: () => Promise<void> };

/** Starts a shop as `npm start` does. Throws with all it printed when it does not come up. */
export const startShop = async (root: string, port: number): Promise<StartedShop> => {
  const env = {
    ...process.env,
    STRIPE_SECRET_KEY: '',
    UPSTASH_REDIS_REST_URL: '',
    PUBLIC_ADS_CONVERSION: '',
  };
  const shop: ChildProcess = spawn(process.execPath, ['netlify/local/start.ts'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', PORT: String(port) },
  });
  let printed = '';
  const site = `http://localhost:${port}`;
  const ended = once(shop, 'exit');
  const ready = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      printed += chunk;
      if (printed.includes(`ready on ${site}`)) resolve();
    };
    shop.stdout?.on('data', hear);
    shop.stderr?.on('data', hear);
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(printed);
    }),
  ]);
  return {
    site,
    stop: async () => {
      shop.kill('SIGTERM');
      await ended;
    },
  };
};
