import path from 'node:path';
import { Hono } from 'hono';
import { blobsContext, createBlobs } from './blobs.ts';
import { startEngine } from './redis/engine.ts';
import { createRest } from './redis/rest.ts';
import { newSecret } from './secrets.ts';
import { serveOnLoopback } from './serve.ts';

type StoresOptions = {
  readonly port: number;
  readonly directory: string;
  readonly withRedis: boolean;
};

const NOT_LASTING =
  'Orders: this machine has no redis-server, so they are lost when the shop stops.';

/** Serves Redis and Blobs on one port, so that a shop takes three in all. Port 0 takes any free port. */
export const startStores = async ({ port, directory, withRedis }: StoresOptions) => {
  const token = newSecret();
  const app = new Hono();
  const engine = withRedis ? await startEngine(path.join(directory, 'redis')) : null;
  if (engine) app.route('/redis', createRest(engine.redis, token));
  const blobs = createBlobs(path.join(directory, 'blobs'), token);
  app.route('/', blobs);
  const { origin, ...served } = await serveOnLoopback((request) => app.fetch(request), port);
  const environment: Readonly<Record<string, string>> = {
    NETLIFY_BLOBS_CONTEXT: blobsContext(origin, token),
    ...(engine && {
      UPSTASH_REDIS_REST_URL: `${origin}/redis`,
      UPSTASH_REDIS_REST_TOKEN: token,
    }),
  };
  return {
    environment,
    notes: engine && !engine.lasting ? [NOT_LASTING] : [],
    close: async () => {
      await served.close();
      await engine?.stop();
    },
  };
};
