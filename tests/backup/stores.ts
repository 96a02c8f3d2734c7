import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { openBlobs } from '../../netlify/platform/blobs.ts';
import { openRedis } from '../../netlify/platform/redis.ts';
import { backUp } from '../../netlify/commands/backup/backup.ts';
import { verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { restore } from '../../netlify/commands/backup/restore.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { startStores } from '../../netlify/local/stores.ts';
import { openOrders } from '../../netlify/orders/redis-keys.ts';
import { sha256 } from '../shop/downloading.ts';
import { keepAll } from '../shop/seed.ts';
import { startOutside } from './outside.ts';

/** The stores of a shop without its functions, and the way to them from outside. */
export const openStores = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'stores-test-'));
  const stores = await startStores({ port: 0, directory, withRedis: true });
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
  const openHere = (): void => {
    openRedis({ url, token, timeoutInMs: 20_000 }); // as in the commands
    openOrders('dev');
    openBlobs({ site, context: 'dev' });
  };
  return {
    outside,
    environment: stores.environment,
    redis,
    openHere,
    keep: (sessions: Parameters<typeof keepAll>[0]): Promise<void> => {
      openHere();
      return keepAll(sessions);
    },
    /** Publishes bytes without checking them. */
    publish: (fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
      openHere();
      const file = { pages: 1, title: null, uploadedAs: 'My guide.pdf' };
      return publishEdition(fileName, { bytes: bytes.buffer, sha256: sha256(bytes), ...file });
    },
    backUp: (folder: string) => {
      openHere();
      return backUp('dev', folder);
    },
    restore: async (folder: string): Promise<void> => {
      openHere();
      await restore('dev', folder, await verifyManifest(folder));
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
