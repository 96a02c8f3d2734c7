import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { hasTool } from '../tools.ts';

const PATH = process.env['PATH'] ?? '';
const hasServer = hasTool('redis-server');
if (!hasServer) console.log('Skipped: Redis on a redis-server, which this machine has not.');

/** What may keep the orders on this machine, and the PATH on which it is found. */
export const ENGINES = [
  ...(hasServer ? [['a redis-server', PATH] as const] : []),
  ['the in-process engine', ''] as const,
];

/** Stores in a folder of their own, which outlives a restart of them. */
export const openStores = async (searchPath: string) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'redis-test-'));
  const start = async () => {
    process.env['PATH'] = searchPath;
    try {
      return await serveServices({ directory, withRedis: true });
    } finally {
      process.env['PATH'] = PATH;
    }
  };
  let stores = await start();
  return {
    notes: () => stores.notes,
    address: () => ({
      url: stores.environment['UPSTASH_REDIS_REST_URL'] ?? '',
      token: stores.environment['UPSTASH_REDIS_REST_TOKEN'] ?? '',
    }),
    restart: async () => {
      await stores.close();
      stores = await start();
    },
    close: async () => {
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
