import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Redis } from '@upstash/redis';
import { onTestFinished } from 'vitest';
import { run as backup } from '../../netlify/commands/backup.ts';
import { run as restore } from '../../netlify/commands/restore.ts';
import { blobsClient, openBlobs } from '../../netlify/platform/blobs.ts';
import { openContext, openRedis } from '../../netlify/platform/redis.ts';
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
const SITE = { siteID: 'local', token: 'nfp_token_of_the_owner', apiURL: API };
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
      if (headers.get('authorization') !== `Bearer ${SITE.token}`) {
        return new Response(null, { status: 401 });
      }
      if (headers.get('accept') === SIGNED) return Response.json({ url: `${API}/signed${place}` });
    }
    headers.set('authorization', `Bearer ${token}`);
    const body = method === 'PUT' ? await request.bytes() : null;
    return outside(edgeURL + place + search, { method, headers, body });
  };
};

/** As in the commands. */
const TIMES = { read: 120_000, file: 600_000, write: 600_000, beforeRetry: 1000 };

/** The stores of this process's shop, as the owner's machine reaches them. */
export const openFromOutside = (redis: Redis) => {
  serveNetlifyApi();
  const url = process.env['UPSTASH_REDIS_REST_URL'] ?? '';
  const token = process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '';
  /** From now on this process reads and writes the orders and guides of a context. */
  const openHere = (context = 'dev'): void => {
    openRedis({ url, token, timeoutInMs: 20_000 }); // as in the commands
    openContext(context);
    openBlobs({ times: TIMES, site: SITE, context: context.replace(/-live$/, '') });
  };
  return {
    openHere,
    environment: {
      UPSTASH_REDIS_REST_URL: url,
      UPSTASH_REDIS_REST_TOKEN: token,
      NETLIFY_SITE_ID: SITE.siteID,
      NETLIFY_AUTH_TOKEN: SITE.token,
      NETLIFY_API_URL: SITE.apiURL,
    },
    empty: async (): Promise<void> => {
      await redis.flushall();
      for (const context of ['production', 'dev']) {
        openHere(context);
        const { call } = blobsClient();
        const { blobs } = await call('guides', 'read', (store) => store.list());
        for (const { key } of blobs) await call('guides', 'write', (store) => store.delete(key));
      }
    },
  };
};

/** Writes a guide into the stores that this process has open. */
export const writeGuide = (key: string, bytes: Uint8Array<ArrayBuffer>, metadata: object = {}) =>
  blobsClient().call('guides', 'write', (store) =>
    store.set(key, bytes.buffer, { metadata: { ...metadata } }),
  );

/** All guide files that this process has open, by key. */
export const guidesIn = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { call } = blobsClient();
  const { blobs } = await call('guides', 'read', (store) => store.list());
  const files: Record<string, unknown> = {};
  for (const { key } of blobs) {
    const found = await call('guides', 'read', (store) =>
      store.getWithMetadata(key, { type: 'arrayBuffer' }),
    );
    files[key] = [found?.metadata, found && sha256(new Uint8Array(found.data))];
  }
  return files;
};

export const contentsOf = async (redis: Redis, openHere: () => void) => {
  openHere();
  return { orders: await ordersIn(redis), guides: await guidesIn() };
};
