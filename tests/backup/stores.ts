import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { run as backup } from '../../netlify/commands/backup.ts';
import { run as restore } from '../../netlify/commands/restore.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { blobsClient, openBlobs } from '../../netlify/platform/blobs.ts';
import { openContext, openRedis } from '../../netlify/platform/redis.ts';
import { runHere } from '../commands/run-command.ts';

export const run = (
  command: 'backup' | 'restore',
  { environment }: { readonly environment: NodeJS.ProcessEnv },
  ...args: readonly string[]
) => runHere(command === 'backup' ? backup : restore, { args, env: environment });

/** A path for a new backup, whose folder goes with the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'new');
};

type Environment = Readonly<Record<string, string>>;

const AUTH_TOKEN = 'nfp_token_of_the_owner';
const SIGNED = 'application/json;type=signed-url';
const OF_THE_CONNECTION = 'host connection keep-alive content-length transfer-encoding'.split(' ');

const passOn = async (request: Request, target: string, more: Environment = {}) => {
  const headers = new Headers(request.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const hasBody = request.method === 'POST' || request.method === 'PUT';
  const body = hasBody ? await request.arrayBuffer() : null;
  return fetch(target, { method: request.method, headers, body });
};

/** Serves a shop's Redis to the owner's machine, and its Blobs behind Netlify's API, which answers signed addresses. */
export const startOutside = async (shop: Environment) => {
  const context = Buffer.from(shop['NETLIFY_BLOBS_CONTEXT'] ?? '', 'base64').toString();
  const { edgeURL, token } = JSON.parse(context);
  const authorization = `Bearer ${token}`;
  const toStore = (request: Request, pathname: string) =>
    passOn(request, edgeURL + pathname + new URL(request.url).search, { authorization });
  const app = new Hono()
    .all('/redis/*', ({ req }) =>
      passOn(req.raw, req.path.replace('/redis', shop['UPSTASH_REDIS_REST_URL'] ?? '')),
    )
    .all('/api/v1/blobs/*', ({ req }) => {
      if (req.header('authorization') !== `Bearer ${AUTH_TOKEN}`) {
        return new Response(null, { status: 401 });
      }
      const pathname = req.path.slice('/api/v1/blobs'.length);
      if (req.header('accept') !== SIGNED) return toStore(req.raw, pathname);
      return Response.json({ url: new URL(`/signed${pathname}`, req.url) });
    })
    .all('/signed/*', ({ req }) => toStore(req.raw, req.path.slice('/signed'.length)));
  const { port, close } = await serveOnLoopback((request) => app.fetch(request), 0);
  const origin = `http://127.0.0.1:${port}`;
  return {
    close,
    environment: {
      UPSTASH_REDIS_REST_URL: `${origin}/redis`,
      UPSTASH_REDIS_REST_TOKEN: shop['UPSTASH_REDIS_REST_TOKEN'] ?? '',
      NETLIFY_SITE_ID: 'local',
      NETLIFY_AUTH_TOKEN: AUTH_TOKEN,
      NETLIFY_API_URL: origin,
    },
  };
};

/** As in the commands. */
const TIMES = { read: 120_000, file: 600_000, write: 600_000, beforeRetry: 1000 };

/** The stores of a shop without its functions, and the way to them from outside. */
export const openStores = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'stores-test-'));
  const stores = await serveServices({ directory, withRedis: true });
  const outside = await startOutside(stores.environment);
  const { environment } = outside;
  const url = environment.UPSTASH_REDIS_REST_URL;
  const token = environment.UPSTASH_REDIS_REST_TOKEN;
  const redis = new Redis({ url, token });
  const site = {
    siteID: environment.NETLIFY_SITE_ID,
    token: environment.NETLIFY_AUTH_TOKEN,
    apiURL: environment.NETLIFY_API_URL,
  };
  /** From now on this process reads and writes these orders and guides. */
  const openHere = (context = 'dev'): void => {
    openRedis({ url, token, timeoutInMs: 20_000 }); // as in the commands
    openContext(context);
    openBlobs({ times: TIMES, site, context: context.replace(/-live$/, '') });
  };
  return {
    outside,
    environment: stores.environment,
    redis,
    openHere,
    writeGuide: async (
      key: string,
      bytes: Uint8Array<ArrayBuffer>,
      metadata: Readonly<Record<string, unknown>> = {},
    ): Promise<void> => {
      openHere();
      await blobsClient().call('guides', 'write', (store) =>
        store.set(key, bytes.buffer, { metadata }),
      );
    },
    empty: async (): Promise<void> => {
      await redis.flushall();
      await rm(path.join(directory, 'blobs'), { recursive: true, force: true });
    },
    close: async () => {
      await outside.close();
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
export type Stores = Awaited<ReturnType<typeof openStores>>;
