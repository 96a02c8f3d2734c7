import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { blobsClient, openBlobs } from '../../netlify/platform/blobs.ts';
import { openContext, openRedis } from '../../netlify/platform/redis.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { startOutside } from './outside.ts';

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
