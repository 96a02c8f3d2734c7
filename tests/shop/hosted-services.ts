import { mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobsContext, createBlobs } from '../../netlify/local/blobs.ts';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { serveOnLoopback, serveOnceMade } from '../../netlify/local/serve.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { startProxy } from './proxy.ts';
import type { Handler } from '../../netlify/local/routes.ts';

const SECRETS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  UPSTASH_REDIS_REST_TOKEN: 'token-of-the-stores',
  SIGNING_SECRET: 'a signing secret of the tests, long enough',
  ADMIN_PASSWORD: 'the password of the tests',
};

const MAIL = {
  MAIL_API_KEY: 're_of_the_tests',
  MAIL_FROM: 'Money-Smart Kids <shop@example.com>',
  MAIL_WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of the tests').toString('base64')}`,
};

/** Where the services are reached beside the proxies, which can fail. */
export type HostedServices = {
  readonly siteUrl: string;
  readonly redisUrl: string;
  readonly stripeUrl: string;
  readonly mailUrl: string;
  readonly proxies: Readonly<
    Record<'redis' | 'blobs' | 'stripe' | 'mail', Awaited<ReturnType<typeof startProxy>>>
  >;
  /** What the functions read. */
  readonly environment: Readonly<Record<string, string>>;
  /** What they read besides in a shop that sends mails. */
  readonly mailEnvironment: Readonly<Record<keyof typeof MAIL | 'MAIL_API_URL', string>>;
  /** An empty Redis, a Stripe without a past, an empty inbox, a store without guides, and proxies that pass all on. */
  readonly reset: (handle: Handler) => Promise<void>;
};

const start = async (): Promise<HostedServices> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'shop-test-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = await startEngine(path.join(directory, 'redis'));
  if (engine.lasting) await engine.redis.config('SET', 'appendonly', 'no'); // it ends with the tests
  const token = SECRETS.UPSTASH_REDIS_REST_TOKEN;
  const rest = createRest(engine.redis, token);
  const [site, stripe, blobs, mail, redis] = await Promise.all([
    serveOnceMade(0),
    serveOnceMade(0),
    serveOnceMade(0),
    serveOnceMade(0),
    serveOnLoopback((request) => rest.fetch(request), 0),
  ]);
  const proxies = {
    redis: await startProxy(redis.origin),
    blobs: await startProxy(blobs.origin),
    stripe: await startProxy(stripe.origin),
    mail: await startProxy(mail.origin),
  };
  const newStandIn = () =>
    createStripeStandIn({
      origin: stripe.origin,
      secretKey: SECRETS.STRIPE_SECRET_KEY,
      webhookSecret: SECRETS.STRIPE_WEBHOOK_SECRET,
      webhookUrl: `${site.origin}/api/stripe-webhook`,
      stateFile: null,
    });
  const newInbox = () =>
    createInbox({
      origin: mail.origin,
      apiKey: MAIL.MAIL_API_KEY,
      webhookSecret: MAIL.MAIL_WEBHOOK_SECRET,
      webhookUrl: `${site.origin}/api/mail-webhook`,
      stateFile: null,
    });
  let standIn = newStandIn();
  let inbox = newInbox();
  let stores = 0;
  return {
    siteUrl: site.origin,
    redisUrl: redis.origin,
    stripeUrl: stripe.origin,
    mailUrl: mail.origin,
    proxies,
    environment: {
      ...SECRETS,
      PUBLIC_SITE_URL: site.origin,
      STRIPE_API_URL: proxies.stripe.url,
      UPSTASH_REDIS_REST_URL: proxies.redis.url,
      NETLIFY_BLOBS_CONTEXT: blobsContext(proxies.blobs.url, token),
    },
    mailEnvironment: { ...MAIL, MAIL_API_URL: proxies.mail.url },
    reset: async (handle) => {
      for (const { fail } of Object.values(proxies)) fail('none');
      standIn.close();
      standIn = newStandIn();
      inbox.close();
      inbox = newInbox();
      await engine.redis.flushall();
      const store = createBlobs(path.join(directory, `blobs-${(stores += 1)}`), token);
      site.answerBy((request) => handle(request));
      stripe.answerBy(standIn.fetch);
      blobs.answerBy((request) => store.fetch(request));
      mail.answerBy(inbox.fetch);
    },
  };
};

declare global {
  // Not of this module, which a test that reads the environment anew loads a second time.
  var hostedServices: Promise<HostedServices> | undefined;
}

/** Those of this process, in which test files run one after another; they end with it. */
export const hostedServices = (): Promise<HostedServices> =>
  (globalThis.hostedServices ??= start());
