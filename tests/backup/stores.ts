import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Redis } from '@upstash/redis';
import { onTestFinished } from 'vitest';
import { run as backup } from '../../netlify/commands/backup.ts';
import { run as restore } from '../../netlify/commands/restore.ts';
import { openStores } from '../../netlify/commands/stores.ts';
import { callBlobs } from '../../netlify/platform/blobs.ts';
import { runHere } from '../commands/run-command.ts';
import { sha256 } from '../shop/downloading.ts';
import { ordersIn } from '../shop/stored.ts';

const COMMANDS = { backup, restore };
export const run = (command: keyof typeof COMMANDS, env: NodeJS.ProcessEnv, ...args: string[]) =>
  runHere(COMMANDS[command], { args, env });

/** A path for a new backup, whose folder goes with the test. */
export const newFolder = (atEnd: (clean: () => void) => void = onTestFinished): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'new');
};

const API = 'http://localhost:7199';
const TOKEN = 'nfp_token_of_the_owner';
const SIGNED = 'application/json;type=signed-url';

/** Puts the Blobs of this process's shop behind Netlify's API, which answers signed addresses. */
const serveNetlifyApi = (): void => {
  const context = Buffer.from(process.env['NETLIFY_BLOBS_CONTEXT'] ?? '', 'base64').toString();
  const { edgeURL, token } = JSON.parse(context);
  const outside = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== API) return outside(input, init);
    const [, kind, place = ''] = /^\/(api\/v1\/blobs|signed)(\/.*)$/.exec(pathname) ?? [];
    const { headers, method } = request;
    if (kind !== 'signed') {
      if (headers.get('authorization') !== `Bearer ${TOKEN}`) {
        return new Response(null, { status: 401 });
      }
      if (headers.get('accept') === SIGNED) return Response.json({ url: `${API}/signed${place}` });
    }
    headers.set('authorization', `Bearer ${token}`);
    const body = method === 'PUT' ? await request.bytes() : null;
    return outside(edgeURL + place + search, { method, headers, body });
  };
};

/** The stores of this process's shop, as the owner's machine reaches them. */
export const openFromOutside = (redis: Redis) => {
  serveNetlifyApi();
  const environment = {
    UPSTASH_REDIS_REST_URL: process.env['UPSTASH_REDIS_REST_URL'] ?? '',
    UPSTASH_REDIS_REST_TOKEN: process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '',
    NETLIFY_SITE_ID: 'local',
    NETLIFY_AUTH_TOKEN: TOKEN,
    NETLIFY_API_URL: API,
  };
  Object.assign(process.env, environment);
  return {
    environment,
    empty: async (): Promise<void> => {
      await redis.flushall();
      for (const context of ['production', 'dev']) {
        openStores(context);
        for (const key of Object.keys(await guidesIn())) {
          await callBlobs('guides', 'write', (store) => store.delete(key));
        }
      }
    },
  };
};

/** Writes a guide into the stores that this process has open. */
export const writeGuide = (key: string, bytes: Uint8Array<ArrayBuffer>) =>
  callBlobs('guides', 'write', (store) => store.set(key, bytes.buffer));

/** All guide files that this process has open, by key. */
export const guidesIn = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  const files: Record<string, unknown> = {};
  for (const { key } of blobs) {
    const found = await callBlobs('guides', 'read', (store) =>
      store.get(key, { type: 'arrayBuffer' }),
    );
    files[key] = found && sha256(new Uint8Array(found));
  }
  return files;
};

/** The orders' data and the guides of `dev`. */
export const contentsOf = async (redis: Redis) => {
  openStores('dev');
  return { orders: await ordersIn(redis), guides: await guidesIn() };
};
