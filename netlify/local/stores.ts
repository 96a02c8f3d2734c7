import path from 'node:path';
import { Hono } from 'hono';
import { createBlobs } from './blobs.ts';
import { startEngine } from './redis/engine.ts';
import { createRest } from './redis/rest.ts';
import { serveOnLoopback } from './serve.ts';
import { environmentFor, newSecrets } from './services.ts';

type StoresOptions = {
  readonly port: number;
  readonly directory: string;
  readonly withRedis: boolean;
};

const NOT_LASTING =
  'Orders: this machine has no redis-server, so they are lost when the shop stops.';

/** Serves Redis and Blobs on one port, so that a shop takes three in all. Port 0 takes any free port. */
export const startStores = async ({ port, directory, withRedis }: StoresOptions) => {
  const secrets = newSecrets();
  const app = new Hono();
  const engine = withRedis ? await startEngine(path.join(directory, 'redis')) : null;
  if (engine) app.route('/redis', createRest(engine.redis, secrets.stores));
  const blobs = createBlobs(path.join(directory, 'blobs'), secrets.stores);
  app.route('/', blobs);
  const { origin, ...served } = await serveOnLoopback((request) => app.fetch(request), port);
  const environment: Readonly<Record<string, string>> = {
    ...environmentFor.blobs(origin, secrets),
    ...(engine && environmentFor.redis(`${origin}/redis`, secrets)),
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
