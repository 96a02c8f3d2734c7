import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { afterAll } from 'vitest';
import { blobsContext } from '../../netlify/local/blobs.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { startLocalServices } from '../../netlify/local/services.ts';
import { stockShelf } from '../../netlify/local/shelf.ts';
import { type Failure, startProxy } from './proxy.ts';
import { loadFunctions } from './routes.ts';

type Fail = (how: Failure, times?: number) => void;

export type TestShop = {
  readonly siteUrl: string;
  readonly stripe: Stripe;
  readonly redis: Redis;
  readonly webhookSecret: string;
  /** Calls a function with a `Request`, in this process. */
  readonly call: (pathname: string, init?: RequestInit) => Promise<Response>;
  readonly post: (pathname: string, body: unknown, headers?: HeadersInit) => Promise<Response>;
  /** Speaks to the developer's side of the Stripe stand-in. */
  readonly control: (pathname: string, init?: RequestInit) => Promise<Response>;
  /** How the shop's commands fail, from now on or so many times; `redis` here still reaches the data. */
  readonly failRedis: Fail;
  /** How the store of the guides fails, for everyone in this process. */
  readonly failBlobs: Fail;
  /** How the shop's calls of Stripe fail; `stripe` and `control` here still reach the stand-in. */
  readonly failStripe: Fail;
  /** How many requests have reached the service, or failed before it, since the shop was opened. */
  readonly callsTo: (service: 'redis' | 'blobs' | 'stripe') => number;
  readonly close: () => Promise<void>;
};

type TestShopOptions = {
  /** Multiplies the shop's rate limits; tests buy more than a household unless they say 1. */
  readonly limitFactor?: number;
};

/**
 * The functions over a real Redis, the real SDKs and the emulators of the hosted services, all on
 * ports of their own. Sets the environment: one shop per test file.
 */
const startTestShop = async ({ limitFactor = 1e6 }: TestShopOptions): Promise<TestShop> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'shop-test-'));
  const handle = await loadFunctions();
  const served = await serveOnLoopback(handle, 0);
  const siteUrl = `http://localhost:${served.port}`;
  const services = await startLocalServices({
    siteUrl,
    ports: { payments: 0, stores: 0 },
    directory,
    configured: {},
  });
  const env = (name: string): string => services.environment[name] ?? '';
  const context = JSON.parse(Buffer.from(env('NETLIFY_BLOBS_CONTEXT'), 'base64').toString());
  const proxies = {
    redis: await startProxy(env('UPSTASH_REDIS_REST_URL')),
    blobs: await startProxy(context.edgeURL),
    stripe: await startProxy(env('STRIPE_API_URL')),
  };
  Object.assign(process.env, services.environment, {
    UPSTASH_REDIS_REST_URL: proxies.redis.url,
    NETLIFY_BLOBS_CONTEXT: blobsContext(proxies.blobs.url, context.token),
    STRIPE_API_URL: proxies.stripe.url,
    RATE_LIMIT_FACTOR: String(limitFactor),
  });
  await stockShelf();
  const api = new URL(env('STRIPE_API_URL'));
  const call: TestShop['call'] = (pathname, init) =>
    handle(new Request(new URL(pathname, siteUrl), init));
  return {
    siteUrl,
    stripe: new Stripe(env('STRIPE_SECRET_KEY'), {
      host: api.hostname,
      port: api.port,
      protocol: 'http',
    }),
    redis: new Redis({
      url: env('UPSTASH_REDIS_REST_URL'),
      token: env('UPSTASH_REDIS_REST_TOKEN'),
    }),
    webhookSecret: env('STRIPE_WEBHOOK_SECRET'),
    call,
    post: (pathname, body, headers) =>
      call(pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    control: (pathname, init) => fetch(new URL(pathname, api), init),
    failRedis: proxies.redis.fail,
    failBlobs: proxies.blobs.fail,
    failStripe: proxies.stripe.fail,
    callsTo: (service) => proxies[service].calls(),
    close: async () => {
      await Promise.all(Object.values(proxies).map(({ close }) => close()));
      await services.close();
      await served.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A shop for the test file that calls it, closed after its last test. */
export const openTestShop = async (options: TestShopOptions = {}): Promise<TestShop> => {
  const shop = await startTestShop(options);
  afterAll(shop.close);
  return shop;
};
