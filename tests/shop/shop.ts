import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { vi } from 'vitest';
import * as z from 'zod';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { hostedServices } from './hosted-services.ts';
import { makePdf } from './pdfs.ts';
import type { Failure } from './proxy.ts';
import { loadFunctions } from './routes.ts';

type Fail = (how: Failure, times?: number) => void;

const mailsSchema = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    headers: z.record(z.string(), z.string()),
    sentAt: z.string(),
  }),
);
type SentMail = z.infer<typeof mailsSchema>[number];

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
  /** How the shop's calls of the mail service fail; `inbox` and `controlMail` here still reach it. */
  readonly failMail: Fail;
  /** What the shop has sent, newest first. */
  readonly inbox: () => Promise<SentMail[]>;
  /** Speaks to the developer's side of the inbox: `/_control/mail/...`. */
  readonly controlMail: (pathname: string, init?: RequestInit) => Promise<Response>;
  /** How many requests have reached the service, or failed before it, since the shop was opened. */
  readonly callsTo: (service: 'redis' | 'blobs' | 'stripe' | 'mail') => number;
  /** The same of Redis, Stripe and Blobs. */
  readonly calls: () => number[];
  readonly callsSince: (before: readonly number[]) => number[];
};

type TestShopOptions = {
  /** Multiplies the shop's rate limits; tests buy more than a household unless they say 1. */
  readonly limitFactor?: number;
  /** Whether the shop sends mails; without it, it has no key for them. */
  readonly withMail?: boolean;
  /** How the owner is told of sales, at owner@shop.example; without it, there is nobody to tell. */
  readonly ownerNews?: 'each' | 'daily' | 'none';
};

/** A request with a JSON body. */
export const jsonPost = (body: unknown, headers: HeadersInit = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** More than one chunk of a stream; no compression makes it less. */
const GUIDE_IN_BYTES = 200_000;

/** As `npm start` stocks it, but that each guide has one page, without words. */
const stockGuides = async (): Promise<void> => {
  for (const { name, file_name: fileName } of catalogJson.products) {
    const { buffer } = await makePdf({ title: name }, ({ context }) =>
      context.register(context.stream(randomBytes(GUIDE_IN_BYTES))),
    );
    await writeGuide(fileName, buffer, { sampleOf: 'a sample for tests' });
  }
};

declare global {
  // Of the shop that was opened last in this process, whose functions have read the environment once and for all.
  var shopOptions: string | undefined;
}

/**
 * The functions over a real Redis, the real SDKs and the emulators of the hosted services, all of them
 * new to the test file that calls it. Sets the environment: one shop per test file.
 */
export const openTestShop = async ({
  limitFactor = 1e6,
  withMail = false,
  ownerNews,
}: TestShopOptions = {}): Promise<TestShop> => {
  const services = await hostedServices();
  const { siteUrl, redisUrl, stripeUrl, mailUrl, proxies, environment, reset } = services;
  Object.assign(process.env, environment, { RATE_LIMIT_FACTOR: String(limitFactor) });
  const mail = withMail ? services.mailEnvironment : {};
  const owner = ownerNews && { OWNER_EMAIL: 'owner@shop.example', OWNER_NEWS: ownerNews };
  for (const name of [...Object.keys(services.mailEnvironment), 'OWNER_EMAIL', 'OWNER_NEWS']) {
    delete process.env[name];
  }
  Object.assign(process.env, mail, owner);
  const options = JSON.stringify({ limitFactor, withMail, ownerNews });
  const { shopOptions: known = options } = globalThis;
  if (known !== options) vi.resetModules();
  globalThis.shopOptions = options;
  const handle = await loadFunctions();
  await reset(handle);
  await stockGuides();
  const api = new URL(stripeUrl);
  const call: TestShop['call'] = (pathname, init) =>
    handle(new Request(new URL(pathname, siteUrl), init));
  const callsTo: TestShop['callsTo'] = (service) => proxies[service].calls();
  const calls = () => (['redis', 'stripe', 'blobs'] as const).map(callsTo);
  return {
    siteUrl,
    stripe: new Stripe(environment['STRIPE_SECRET_KEY'] ?? '', {
      host: api.hostname,
      port: api.port,
      protocol: 'http',
    }),
    redis: new Redis({ url: redisUrl, token: environment['UPSTASH_REDIS_REST_TOKEN'] ?? '' }),
    webhookSecret: environment['STRIPE_WEBHOOK_SECRET'] ?? '',
    call,
    post: (pathname, body, headers) => call(pathname, jsonPost(body, headers)),
    control: (pathname, init) => fetch(new URL(pathname, api), init),
    failRedis: proxies.redis.fail,
    failBlobs: proxies.blobs.fail,
    failStripe: proxies.stripe.fail,
    failMail: proxies.mail.fail,
    inbox: async () =>
      mailsSchema.parse(await (await fetch(new URL('/inbox.json', mailUrl))).json()),
    controlMail: (pathname, init) => fetch(new URL(pathname, mailUrl), init),
    callsTo,
    calls,
    callsSince: (before) => calls().map((count, at) => count - (before[at] ?? 0)),
  };
};
