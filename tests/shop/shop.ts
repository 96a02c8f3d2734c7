import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { vi } from 'vitest';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { publishEdition } from '../../netlify/guides/editions.ts';
import { hostedServices } from './hosted-services.ts';
import { makePdf } from './pdfs.ts';
import { loadFunctions } from './routes.ts';

type SentMail = Readonly<Record<'id' | 'to' | 'subject' | 'html' | 'text' | 'sentAt', string>> & {
  readonly headers: Readonly<Record<string, string>>;
};

type TestShopOptions = {
  /** Whether Stripe is asked 15 times a second at most. Most tests ask more often, or while their clock stands still. */
  readonly isStripeLimited?: boolean;
  /** Whether the shop sends mails; without it, it has no key for them. */
  readonly withMail?: boolean;
  /** Whether the owner has set an address for alerts. */
  readonly withOwner?: boolean;
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
    const bytes = await makePdf({ title: name }, ({ context }) =>
      context.register(context.stream(randomBytes(GUIDE_IN_BYTES))),
    );
    await publishEdition(fileName, { bytes, sampleOf: 'a sample for tests' });
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
  isStripeLimited = false,
  withMail = false,
  withOwner = false,
}: TestShopOptions = {}) => {
  const services = await hostedServices();
  const { siteUrl, redisUrl, stripeUrl, mailUrl, proxies, environment, reset } = services;
  Object.assign(process.env, environment);
  const mail = withMail ? services.mailEnvironment : {};
  const owner = withOwner && { OWNER_EMAIL: 'owner@shop.example' };
  for (const name of [...Object.keys(services.mailEnvironment), 'OWNER_EMAIL']) {
    delete process.env[name];
  }
  Object.assign(process.env, mail, owner);
  const options = JSON.stringify({ isStripeLimited, withMail, withOwner });
  const { shopOptions: known = options } = globalThis;
  if (known !== options) vi.resetModules();
  globalThis.shopOptions = options;
  const { LIMITS } = await import('../../netlify/http/limits.ts');
  if (!isStripeLimited) Object.assign(LIMITS.stripe[0], { most: 1e9 });
  const handle = await loadFunctions();
  await reset(handle);
  await stockGuides();
  const api = new URL(stripeUrl);
  /** Calls a function with a `Request`, in this process. */
  const call = (pathname: string, init?: RequestInit): Promise<Response> =>
    handle(new Request(new URL(pathname, siteUrl), init));
  /** How many requests have reached the service, or failed before it, since the shop was opened. */
  const callsTo = (service: keyof typeof proxies): number => proxies[service].calls();
  /** The same of Redis, Stripe and Blobs. */
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
    post: (pathname: string, body: unknown, headers?: HeadersInit) =>
      call(pathname, jsonPost(body, headers)),
    /** Speaks to the developer's side of the Stripe stand-in. */
    control: (pathname: string, init?: RequestInit) => fetch(new URL(pathname, api), init),
    /** How the calls of each fail, from now on or so many times; `redis`, `stripe` and so on still reach it. */
    failRedis: proxies.redis.fail,
    failBlobs: proxies.blobs.fail,
    failStripe: proxies.stripe.fail,
    failMail: proxies.mail.fail,
    /** What the shop has sent, newest first. */
    inbox: async (): Promise<SentMail[]> => (await fetch(new URL('/inbox.json', mailUrl))).json(),
    /** Speaks to the developer's side of the inbox: `/_control/mail/...`. */
    controlMail: (pathname: string, init?: RequestInit) => fetch(new URL(pathname, mailUrl), init),
    callsTo,
    calls,
    callsSince: (before: readonly number[]) =>
      calls().map((count, at) => count - (before[at] ?? 0)),
  };
};

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
