import { hash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../local/settings.ts';
import { orderKeys } from '../orders/keys.ts';
import { callBlobs } from '../platform/blobs.ts';
import { callRedis, readHash, redisKey, scanKeys } from '../platform/redis.ts';
import { type Manifest, REDIS_FILE, type SavedHash, guidePath } from './backup-format.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE_CONTEXT, openStores } from './stores.ts';

/** A backup contains session ids, so only the owner's account may read it. */
const WRITE_OPTIONS = { mode: 0o600, flush: true } as const;

/** Git ignores this folder, so a backup in it cannot be committed. */
const BACKUPS = path.join(ROOT, 'backup');

/** Resolves symbolic links, even if the folder does not exist yet. */
const realPath = (folder: string): string => {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  return path.join(realpathSync.native(existing), path.relative(existing, folder));
};

const contains = (outer: string, folder: string): boolean => {
  const relative = path.relative(realPath(outer), realPath(folder));
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
};

const refuseFolderInProject = (folder: string): void => {
  if (contains(BACKUPS, folder) || !contains(ROOT, folder)) return;
  throw new Error(
    `${folder} is inside the project, so a commit could publish it. Choose a folder in backup/ or outside the project: --to=backup/<name>`,
  );
};

const readHashes = async (name: SavedHash['name']): Promise<SavedHash[]> => {
  const prefix = redisKey(name, '');
  // Keyed by id, because SCAN may return a key twice.
  const hashes = new Map<string, SavedHash>();
  const addHash = async (key: string): Promise<void> => {
    const id = key.slice(prefix.length);
    hashes.set(id, { name, id, fields: await readHash(key) });
  };
  for await (const keys of scanKeys(prefix)) await Promise.all(keys.map(addHash));
  return [...hashes.values()];
};

const backUp = async (
  context: string,
  folder: string,
): Promise<{ readonly orders: number; readonly guides: number }> => {
  const orders = await readHashes('order');
  const announced = await readHashes('announced');
  const unsubscribed = await callRedis<string[]>((redis) =>
    redis.smembers(orderKeys.unsubscribed()),
  );
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  if (orders.length + blobs.length === 0) {
    throw new Error(
      `There are no orders or guides in ${context}. Did you mean a different shop or a different --context?`,
    );
  }
  if (existsSync(folder))
    throw new Error(`${folder} already exists. Choose a new folder: --to=<folder>`);
  await mkdir(path.join(folder, 'guides'), { recursive: true, mode: 0o700 });
  const madeAt = new Date().toISOString();
  const manifest: Manifest = { format: 2, madeAt, context, unsubscribed, guides: [], sha256: {} };
  const save = async (name: string, bytes: string | Uint8Array): Promise<void> => {
    await writeFile(path.join(folder, name), bytes, WRITE_OPTIONS);
    manifest.sha256[name] = hash('sha256', bytes);
  };
  const lines = [...orders, ...announced].map((saved) => `${JSON.stringify(saved)}\n`);
  await save(REDIS_FILE, lines.join(''));
  for (const { key } of blobs) {
    const bytes = await callBlobs('guides', 'file', (store) =>
      store.get(key, { type: 'arrayBuffer' }),
    );
    // The file was deleted after it was listed.
    if (!bytes) continue;
    await save(guidePath(key), new Uint8Array(bytes));
    manifest.guides.push({ key });
  }
  const manifestPath = path.join(folder, 'backup.json');
  await writeFile(manifestPath, JSON.stringify(manifest, null, 2), WRITE_OPTIONS);
  return { orders: orders.length, guides: manifest.guides.length };
};

/** `npm run backup`, with `--to=<folder>` and `--context=<name>`. */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, context: { type: 'string', default: LIVE_CONTEXT } },
  });
  const minute = new Date().toISOString().slice(0, 16).replaceAll(/\D/g, '-');
  const folder = path.resolve(values.to ?? path.join(BACKUPS, minute));
  refuseFolderInProject(folder);
  openStores(values.context);
  const { orders, guides } = await backUp(values.context, folder);
  const counts = `${countOf(orders, 'order')} and ${countOf(guides, 'guide file')}`;
  console.log(`${values.context}: ${counts}, in ${folder}`);
  console.log('Keep it private. It contains the buyers’ download links.');
};

if (import.meta.main) await runCommand(run);
