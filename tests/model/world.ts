import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import type { Redis } from 'ioredis';
import Stripe from 'stripe';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { blobsContext, createBlobs } from '../../netlify/local/blobs.ts';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import type { Handler } from '../../netlify/local/routes.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { loadFunctions } from '../shop/routes.ts';
import { type AnotherShop, openAnotherShop } from './another-shop.ts';
import { interceptFetch } from './outside.ts';

export const SITE = 'http://localhost:7100';
export const STRIPE = 'http://localhost:7101';
export const REDIS = 'http://localhost:7102';
export const BLOBS = 'http://localhost:7103';
const MAIL = 'http://localhost:7104';
/** Each of the other shops has a Redis of its own, and asks Stripe at Stripe's address. */
const REDIS_OF_OTHERS = ['http://localhost:7105', 'http://localhost:7106'] as const;
const STRIPE_ITSELF = 'https://api.stripe.com';

const TOKEN = 'token-of-the-stores';
const SECRET_KEY = 'sk_test_of_the_world';
const WEBHOOK_SECRET = 'whsec_of_the_world';
const MAIL_SECRETS = {
  MAIL_API_KEY: 're_of_the_world',
  MAIL_WEBHOOK_SECRET: `whsec_${Buffer.from('the world').toString('base64')}`,
};

/** An event as Stripe sends it, with what it is about. */
export type WorldEvent = { id: string; type: string };

type WorldMail = { to: string; subject: string; text: string };

export type World = {
  /** Calls a function of the shop. */
  readonly call: Handler;
  readonly redis: Redis;
  /** The dashboard of the Stripe stand-in; null where it refuses, as for a refund of nothing. */
  readonly control: (name: string, body: object) => Promise<{ id: string; created: number } | null>;
  /** Every event so far, oldest first. */
  readonly events: () => Promise<WorldEvent[]>;
  /** Stripe's request that delivers an event, signed. */
  readonly delivery: (event: WorldEvent) => Request;
  /** How the Stripe stand-in is to fail, delay and deliver. With {} it does all well, and sends webhooks. */
  readonly faults: (settings: object) => Promise<void>;
  /** How the inbox is to fail; {} is not at all. */
  readonly mailFaults: (settings: object) => Promise<void>;
  /** What has come into the inbox. */
  readonly mails: () => Promise<WorldMail[]>;
  /** Shops with the same keys beside this one: on the owner's machine, and on a second site. */
  readonly others: readonly AnotherShop[];
  /** Lets time pass for everybody; timers go on as they are. */
  readonly wait: (hours: number) => void;
  /** An empty Redis and a Stripe without a past, which sends no webhooks. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const putGuides = async (): Promise<void> => {
  for (const { file_name: name } of catalogJson.products) {
    await writeGuide(name, new TextEncoder().encode(`%PDF-1.7 ${name}`).buffer);
  }
};

/**
 * The real functions over a real Redis, the real SDKs and the Stripe stand-in, in one process and
 * without a network between them, so that a thousand histories pass in seconds and every outside call
 * can be met. No webhook is sent by itself.
 */
export const openWorld = async ({ withMail = false } = {}): Promise<World> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'world-'));
  const engine = await startEngine(path.join(directory, 'redis'));
  if (engine.lasting) await engine.redis.config('SET', 'appendonly', 'no'); // it ends with the test
  const newStandIn = () =>
    createStripeStandIn({
      origin: STRIPE,
      secretKey: SECRET_KEY,
      webhookUrl: `${SITE}/api/stripe-webhook`,
      webhookSecret: WEBHOOK_SECRET,
      stateFile: null,
    });
  let standIn = newStandIn();
  const redisOfOthers = REDIS_OF_OTHERS.map((_, index) =>
    engine.redis.duplicate({ db: index + 1 }),
  );
  const newInbox = () =>
    createInbox({
      origin: MAIL,
      apiKey: MAIL_SECRETS.MAIL_API_KEY,
      webhookUrl: `${SITE}/api/mail-webhook`,
      webhookSecret: MAIL_SECRETS.MAIL_WEBHOOK_SECRET,
      stateFile: null,
    });
  let inbox = newInbox();
  const rest = createRest(engine.redis, TOKEN);
  const blobs = createBlobs(path.join(directory, 'blobs'), TOKEN);
  const network = interceptFetch(
    new Map([
      [STRIPE, (request: Request) => standIn.fetch(request)],
      [STRIPE_ITSELF, (request: Request) => standIn.fetch(request)],
      ...redisOfOthers.map((redis, index) => {
        const restOfOther = createRest(redis, TOKEN);
        return [
          REDIS_OF_OTHERS[index] ?? '',
          (request: Request) => restOfOther.fetch(request),
        ] as const;
      }),
      [REDIS, (request: Request) => rest.fetch(request)],
      [BLOBS, (request: Request) => blobs.fetch(request)],
      [MAIL, (request: Request) => inbox.fetch(request)],
      [SITE, () => new Response(null, { status: 204 })], // what the inbox tells of its mails
    ]),
  );
  Object.assign(process.env, {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: STRIPE,
    UPSTASH_REDIS_REST_URL: REDIS,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
    NETLIFY_BLOBS_CONTEXT: blobsContext(BLOBS, TOKEN),
    PUBLIC_SITE_URL: SITE,
    SIGNING_SECRET: 'a signing secret of the world, long enough',
    ADMIN_PASSWORD: 'the password of the world',
    RATE_LIMIT_FACTOR: '1000000',
    MAIL_WEBHOOK_SECRET: MAIL_SECRETS.MAIL_WEBHOOK_SECRET,
    ...(withMail && { ...MAIL_SECRETS, MAIL_API_URL: MAIL, MAIL_FROM: 'Shop <shop@example.com>' }),
  });
  await putGuides();
  const call = await loadFunctions();
  const others = await Promise.all(
    [SITE, 'https://second.example'].map((siteUrl, index) =>
      openAnotherShop({
        ...process.env,
        PUBLIC_SITE_URL: siteUrl,
        STRIPE_API_URL: undefined,
        UPSTASH_REDIS_REST_URL: REDIS_OF_OTHERS[index],
      }),
    ),
  );

  const dashboard = (name: string, body?: object, method = 'POST') =>
    standIn.fetch(
      new Request(`${STRIPE}/_control/${name}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const faults = async (settings: object): Promise<void> =>
    void (await dashboard('faults', settings, 'PUT'));
  const reset = async (): Promise<void> => {
    mock.timers.reset();
    standIn.close();
    standIn = newStandIn();
    inbox.close();
    inbox = newInbox();
    await faults({ webhooks: { hold: true } });
    await engine.redis.flushall();
  };
  await reset();

  return {
    call,
    redis: engine.redis,
    control: async (name, body) => {
      const response = await dashboard(name, body);
      return response.ok ? await response.json() : null;
    },
    events: async () => (await (await dashboard('state', undefined, 'GET')).json()).events,
    delivery: (event) => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
      });
      return new Request(`${SITE}/api/stripe-webhook`, {
        method: 'POST',
        headers: { 'stripe-signature': signature },
        body: payload,
      });
    },
    faults,
    mailFaults: async (settings) =>
      void (await inbox.fetch(
        new Request(`${MAIL}/_control/mail/faults`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(settings),
        }),
      )),
    mails: async () => (await inbox.fetch(new Request(`${MAIL}/inbox.json`))).json(),
    wait: (hours) => {
      const now = Date.now() + hours * 3_600_000;
      mock.timers.reset();
      mock.timers.enable({ apis: ['Date'], now });
    },
    others,
    reset,
    close: async () => {
      for (const other of others) await other.close();
      for (const redis of redisOfOthers) redis.disconnect();
      mock.timers.reset();
      standIn.close();
      inbox.close();
      network.restore();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
