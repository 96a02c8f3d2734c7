import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { ROOT } from '../local/settings.ts';
import { orderKeys } from '../orders/keys.ts';
import { callBlobs } from '../platform/blobs.ts';
import { sendToRedis, keyOf, readHash } from '../platform/redis.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE, openStores } from './stores.ts';

/** The hashes that are saved. All else in Redis follows from the orders, belongs to work under way, or counts calls. */
const SAVED = ['order', 'announced'] as const;

/** A line of redis.ndjson. The id is a session's or an edition's. */
export const lineSchema = z.object({
  name: z.enum(SAVED),
  id: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type Line = z.infer<typeof lineSchema>;

/** backup.json is written last, so a backup without it is not finished. */
export const manifestSchema = z.object({
  format: z.literal(2),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  /** The orders' context, as env.ts names it. */
  context: z.string(),
  /** The buyers who want no announcements. */
  unsubscribed: z.array(z.string()),
  guides: z.array(z.object({ key: z.string() })),
  /** Of each file. */
  sha256: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Only the owner's account can read a backup, since it has the buyers' keys. A written file survives a power cut. */
const PRIVATE = { mode: 0o600, flush: true } as const;

export const guideFile = (key: string): string => `guides/${encodeURIComponent(key)}`;

/** Keys that are looked at in one request. */
const SCANNED = 200;

const linesOf = async (name: Line['name']): Promise<Line[]> => {
  const start = keyOf(name, '');
  const lines = new Map<string, Line>();
  const read = async (key: string): Promise<void> => {
    const id = key.slice(start.length);
    lines.set(id, { name, id, fields: await readHash(key) });
  };
  const scan = (cursor: string): Promise<[string, string[]]> =>
    sendToRedis((redis) => redis.scan(cursor, { match: `${start}*`, count: SCANNED }));
  for (let cursor = ''; cursor !== '0';) {
    const [next, keys] = await scan(cursor || '0');
    await Promise.all(keys.map(read));
    cursor = next;
  }
  return [...lines.values()];
};

/** Writes all orders and guides of a context into a new folder. Returns how many there are. */
export const backUp = async (context: string, folder: string) => {
  const [orders, announced] = [await linesOf('order'), await linesOf('announced')];
  const unsubscribed = await sendToRedis<string[]>((redis) =>
    redis.smembers(orderKeys.unsubscribed()),
  );
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  if (orders.length + blobs.length === 0) {
    throw new Error(
      `There are no orders or guides in ${context}. Did you mean a different shop or a different --context?`,
    );
  }
  if (existsSync(folder)) throw new Error(`${folder} exists. Name a new one: --to=<folder>`);
  await mkdir(path.join(folder, 'guides'), { recursive: true, mode: 0o700 });
  const madeAt = new Date().toISOString();
  const manifest: Manifest = { format: 2, madeAt, context, unsubscribed, guides: [], sha256: {} };
  const save = async (name: string, bytes: string | Uint8Array): Promise<void> => {
    await writeFile(path.join(folder, name), bytes, PRIVATE);
    manifest.sha256[name] = hash('sha256', bytes);
  };
  const lines = [...orders, ...announced].map((line) => `${JSON.stringify(line)}\n`);
  await save('redis.ndjson', lines.join(''));
  for (const { key } of blobs) {
    const found = await callBlobs('guides', 'read', (store) =>
      store.get(key, { type: 'arrayBuffer' }),
    );
    if (!found) continue;
    await save(guideFile(key), new Uint8Array(found));
    manifest.guides.push({ key });
  }
  await writeFile(path.join(folder, 'backup.json'), JSON.stringify(manifest, null, 2), PRIVATE);
  return { orders: orders.length, guides: manifest.guides.length };
};

/** `npm run backup`, with `--to=<folder>` and `--context=<name>`. */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, context: { type: 'string', default: LIVE } },
  });
  const minute = new Date().toISOString().slice(0, 16).replaceAll(/\D/g, '-');
  const folder = path.resolve(values.to ?? path.join(ROOT, 'backup', minute));
  openStores(values.context);
  const { orders, guides } = await backUp(values.context, folder);
  const saved = `${countOf(orders, 'order')} and ${countOf(guides, 'guide file')}`;
  console.log(`${values.context}: ${saved}, in ${folder}`);
  console.log('Keep it private. It contains the buyers’ download links.');
};

if (import.meta.main) await runCommand(run);
