import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { afterAll } from 'vitest';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { startLocalServices } from '../../netlify/local/services.ts';
import { stockShelf } from '../../netlify/local/shelf.ts';
import { type Failure, startProxy } from './proxy.ts';

type Handler = (request: Request) => Promise<Response>;
type FunctionModule = { default: Handler; config: Config };

const FUNCTIONS = path.resolve(import.meta.dirname, '../../netlify/functions');

const patternsOf = (paths: string | readonly string[] = []): URLPattern[] =>
  [paths].flat().map((pathname) => new URLPattern({ pathname }));

/** Every function with the addresses that its own `config` claims. */
const loadRoutes = async () => {
  const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.ts'));
  const modules = names.map((name): Promise<FunctionModule> => import(path.join(FUNCTIONS, name)));
  return (await Promise.all(modules)).map(({ default: handle, config }) => {
    const claimed = patternsOf(config.path);
    const excluded = patternsOf(config.excludedPath);
    const claims = (url: string): boolean =>
      claimed.some((pattern) => pattern.test(url)) &&
      !excluded.some((pattern) => pattern.test(url));
    return { claims, handle };
  });
};

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
  /** How commands of the shop fail from now on; `redis` here still reaches the data. */
  readonly failRedis: (how: Failure) => void;
  readonly close: () => Promise<void>;
};

/**
 * The functions over a real Redis, the real SDKs and the emulators of the hosted services, all on
 * ports of their own. Sets the environment: one shop per test file.
 */
const startTestShop = async (): Promise<TestShop> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'shop-test-'));
  let routes: Awaited<ReturnType<typeof loadRoutes>> = [];
  const handle = async (request: Request): Promise<Response> => {
    const route = routes.find(({ claims }) => claims(request.url));
    return route ? route.handle(request) : new Response('no such function', { status: 404 });
  };
  const served = await serveOnLoopback(handle, 0);
  const siteUrl = `http://localhost:${served.port}`;
  const services = await startLocalServices({
    siteUrl,
    ports: { payments: 0, stores: 0 },
    directory,
    configured: {},
  });
  const env = (name: string): string => services.environment[name] ?? '';
  const redisProxy = await startProxy(env('UPSTASH_REDIS_REST_URL'));
  Object.assign(process.env, services.environment, { UPSTASH_REDIS_REST_URL: redisProxy.url });
  await stockShelf();
  routes = await loadRoutes();
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
    failRedis: redisProxy.fail,
    close: async () => {
      await redisProxy.close();
      await services.close();
      await served.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A shop for the test file that calls it, closed after its last test. */
export const openTestShop = async (): Promise<TestShop> => {
  const shop = await startTestShop();
  afterAll(shop.close);
  return shop;
};
