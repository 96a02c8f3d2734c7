import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { vi } from 'vitest';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { PRODUCTS } from '../catalog.ts';
import { type Service, openNetwork } from './network.ts';
import { loadFunctions } from './routes.ts';

type SentMail = Readonly<Record<'id' | 'to' | 'subject' | 'html' | 'text' | 'sentAt', string>> & {
  readonly headers: Readonly<Record<string, string>>;
};

type TestShopOptions = {
  /** Whether the shop limits its Stripe lookups. Most tests exceed the limit or stop the clock. */
  readonly isStripeLimited?: boolean;
  /** Whether the shop sends email to buyers and to its owner. */
  readonly withMail?: boolean;
};

/** A request with a JSON body. */
export const jsonPost = (body: unknown, headers: HeadersInit = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Large enough for more than one chunk of a stream. */
const GUIDE_IN_BYTES = 100_000;

/** Publishes random bytes as each product's sample, since no test opens these guides. */
const publishSamples = async (): Promise<void> => {
  for (const { files } of PRODUCTS) {
    const bytes = new Uint8Array(randomBytes(GUIDE_IN_BYTES));
    await publishEdition(files[0].name, { bytes, sampleOf: 'a sample for tests' });
  }
};

declare global {
  // The options of the shop that this process opened last, whose functions have already read the
  // environment.
  var shopOptions: string | undefined;
}

/**
 * Opens a shop in this process: the functions, the real SDKs, and local services without data.
 * Without `redis-server`, an in-process engine replaces Redis. A test file can open only one shop,
 * because opening it sets the environment.
 */
export const openTestShop = async ({
  isStripeLimited = false,
  withMail = false,
}: TestShopOptions = {}) => {
  const network = await openNetwork();
  const { siteUrl, redisUrl, stripeUrl, mailUrl, lines, environment } = network;
  const mail = { ...network.mailEnvironment, OWNER_EMAIL: 'owner@shop.example' };
  for (const name of Object.keys(mail)) delete process.env[name];
  Object.assign(process.env, environment, withMail && mail);
  const options = `${isStripeLimited} ${withMail}`;
  if ((globalThis.shopOptions ?? options) !== options) vi.resetModules();
  globalThis.shopOptions = options;
  const { LIMITS } = await import('../../netlify/http/limits.ts');
  if (!isStripeLimited) Object.assign(LIMITS.stripe[0], { most: 1e9 });
  const handle = await loadFunctions();
  await network.reset(handle);
  await publishSamples();
  const api = new URL(stripeUrl);
  /** Calls a function. */
  const call = (pathname: string, init?: RequestInit): Promise<Response> =>
    handle(new Request(new URL(pathname, siteUrl), init));
  /** The number of calls that the functions in this process have made to a service. */
  const callsTo = (service: Service): number => lines[service].calls();
  /** The numbers of calls to Redis, Stripe and Blobs. */
  const calls = () => (['redis', 'stripe', 'blobs'] as const).map(callsTo);
  return {
    siteUrl,
    stripe: new Stripe(environment.STRIPE_SECRET_KEY, {
      host: api.hostname,
      port: api.port,
      protocol: 'http',
      httpClient: Stripe.createFetchHttpClient(),
    }),
    redis: new Redis({ url: redisUrl, token: environment.UPSTASH_REDIS_REST_TOKEN }),
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    call,
    post: (pathname: string, body: unknown, headers?: HeadersInit) =>
      call(pathname, jsonPost(body, headers)),
    runSchedule: () => call('/.netlify/functions/jobs', { method: 'POST' }),
    /** Calls a control route of the Stripe stand-in: `/_control/...`. */
    control: (pathname: string, init?: RequestInit) => fetch(new URL(pathname, api), init),
    /** Sets how the functions' calls to a service fail. The tests' own calls never fail. */
    failRedis: lines.redis.fail,
    failBlobs: lines.blobs.fail,
    failStripe: lines.stripe.fail,
    failMail: lines.mail.fail,
    /** The emails that the shop has sent, newest first. */
    inbox: async (): Promise<SentMail[]> => (await fetch(new URL('/inbox.json', mailUrl))).json(),
    /** Calls a control route of the inbox: `/_control/mail/...`. */
    controlMail: (pathname: string, init?: RequestInit) => fetch(new URL(pathname, mailUrl), init),
    /** Runs a function, and lets the test handle its calls to other services. */
    runOnce: network.runOnce,
    empty: network.emptyServices,
    callsTo,
    calls,
    callsSince: (before: readonly number[]) =>
      calls().map((count, at) => count - (before[at] ?? 0)),
  };
};

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
