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
import { freePort } from './ports.ts';

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

/**
 * Folders in node_modules that a build writes to. They are not shared, because two builds would
 * write the same files.
 */
const OWN = new Set(['.astro', '.vite']);

/** Copies the project and the paths in `more`, so that a test can edit and build the copy. */
export const copyProject = (more: readonly string[] = []) => {
  const root = mkdtempSync(path.join(tmpdir(), 'shop-'));
  for (const name of [...COPIED, ...more])
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true });
  const packages = path.join(ROOT, 'node_modules');
  mkdirSync(path.join(root, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (OWN.has(name)) continue;
    symlinkSync(path.join(packages, name), path.join(root, 'node_modules', name));
  }
  return {
    root,
    read: (file: string) => readFileSync(path.join(root, file), 'utf8'),
    write: (file: string, content: string | Buffer) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), content);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

/** The current edition of a guide in the store of the shop that runs on `port`. */
export const storedFile = (root: string, port: number | string, fileName: string): Buffer => {
  const store = path.join(root, '.netlify/local', String(port), 'blobs/entries');
  const entries = readdirSync(store, { recursive: true, encoding: 'utf8' });
  const record = entries.find((entry) => entry.endsWith(path.join(fileName, 'record.json')));
  const { editions } = JSON.parse(readFileSync(path.join(store, record ?? ''), 'utf8'));
  const current = path.join(fileName, `${editions[0].id}.pdf`);
  const found = entries.find((entry) => entry.endsWith(current));
  if (found === undefined) throw new Error(`${fileName} is not in the store`);
  return readFileSync(path.join(store, found));
};

const LINE = /Order MSK-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}, for personal use/;

/** Replaces the order number line in a buyer's copy with spaces, as in the stored file. */
export const withoutLine = (copy: Buffer): Buffer => {
  const text = copy.toString('latin1').replace(LINE, (line) => ' '.repeat(line.length));
  return Buffer.from(text, 'latin1');
};

/**
 * Waits until a shop is ready. Returns a function that returns the shop's output so far. If the
 * shop exits instead, throws an error with the output.
 */
export const untilReady = async (shop: ChildProcess, site: string): Promise<() => string> => {
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [shop.stdout, shop.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (printed.includes(`ready on ${site}\n`)) resolve();
      });
    }
  });
  const ended = once(shop, 'exit').then(() => Promise.reject(new Error(printed)));
  ended.catch(() => undefined);
  await Promise.race([ready, ended]);
  return () => printed;
};

/** Empty settings override a developer's `.env`, so that a test never reaches real services. */
export const LOCAL_ONLY = {
  STRIPE_SECRET_KEY: '',
  MAIL_API_KEY: '',
  UPSTASH_REDIS_REST_URL: '',
  PUBLIC_ADS_CONVERSION: '',
  ADMIN_PASSWORD: '',
} as const;

export const localOnly = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  ...LOCAL_ONLY,
  PORT: String(port),
});

/** Starts this project's shop in a separate process. */
export const startShop = async () => {
  const port = await freePort();
  const env = { ...localOnly(port), NODE_ENV: 'production' };
  const shop = spawn(process.execPath, ['netlify/local/start.ts'], { cwd: ROOT, env });
  const site = `http://localhost:${port}`;
  await untilReady(shop, site);
  return {
    site,
    stop: async () => {
      const ended = once(shop, 'exit');
      shop.kill('SIGTERM');
      await ended;
    },
  };
};
