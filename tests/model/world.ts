import { mock } from 'node:test';
import type { Redis } from 'ioredis';
import Stripe from 'stripe';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { publishEdition } from '../../netlify/guides/editions.ts';
import { LIMITS } from '../../netlify/http/limits.ts';
import type { Handler } from '../../netlify/local/routes.ts';
import { loadFunctions } from '../shop/routes.ts';
import { createServices, environmentAt } from '../shop/services.ts';
import { interceptFetch } from './outside.ts';

export const SITE = 'http://localhost:7100';
export const STRIPE = 'http://localhost:7101';
export const REDIS = 'http://localhost:7102';
export const BLOBS = 'http://localhost:7103';
const MAIL = 'http://localhost:7104';
/** An event as Stripe sends it, with what it is about. */
export type WorldEvent = {
  id: string;
  type: string;
  /** Unix time in seconds. */
  created: number;
  data: { object: { id: string } };
};

/** What the dashboard has changed. A session has a payment status, all others an amount. */
type Changed = { id: string; created: number; amount: number; payment_status?: string };

export type WorldMail = { to: string; subject: string; text: string; sentAt: string };

/** Gets the owner's alerts. */
export const OWNER = 'owner@shop.example';

export type World = {
  /** Calls a function of the shop. */
  readonly call: Handler;
  readonly redis: Redis;
  /** The dashboard of the Stripe stand-in; null where it refuses, as for a refund of nothing. */
  readonly control: (name: string, body: object) => Promise<Changed | null>;
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
  /** Lets time pass for everybody; timers go on as they are. */
  readonly wait: (hours: number) => void;
  /** All that the shop has noted is gone. */
  readonly emptyRedis: () => Promise<void>;
  /** How many seconds later the next job is due; null if there is none. */
  readonly untilNextJob: () => Promise<number | null>;
  /** An empty Redis and a Stripe without a past, which sends no webhooks, at a time in milliseconds: now, unless told. */
  readonly reset: (start?: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const send = (method: string, url: string, body?: object) =>
  new Request(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const setClock = (now: number): void => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now });
};

/**
 * The real functions over a real Redis, the real SDKs and the Stripe stand-in, in one process and
 * without a network between them, so that a thousand histories pass in seconds and every outside call
 * can be met. No webhook is sent by itself. Clocks stand still, and nothing is given up as too slow.
 */
export const openWorld = async ({ withMail = false } = {}): Promise<World> => {
  const services = await createServices('world-', { site: SITE, stripe: STRIPE, mail: MAIL });
  const network = interceptFetch(
    new Map([
      [STRIPE, services.stripe],
      [REDIS, services.redis],
      [BLOBS, services.blobs],
      [MAIL, services.mail],
    ]),
  );
  // `mock.method` would keep every call of it, and with it what each request held.
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  const at = { site: SITE, stripe: STRIPE, redis: REDIS, blobs: BLOBS, mail: MAIL };
  const { environment, mailEnvironment } = environmentAt(at);
  const { STRIPE_WEBHOOK_SECRET: secret } = environment;
  Object.assign(process.env, environment);
  if (withMail) Object.assign(process.env, mailEnvironment, { OWNER_EMAIL: OWNER });
  for (const { file_name: name } of catalogJson.products) {
    await publishEdition(name, { bytes: new TextEncoder().encode(`%PDF-1.7 ${name}`) });
  }
  // Many lookups share a second, since the clock stands still.
  Object.assign(LIMITS.stripe[0], { most: 1e9 });
  const call = await loadFunctions();

  const faults = async (settings: object): Promise<void> =>
    void (await services.stripe(send('PUT', `${STRIPE}/_control/faults`, settings)));
  const reset = async (start?: number): Promise<void> => {
    mock.timers.reset();
    setClock(start ?? Date.now());
    network.forget();
    await services.reset();
    await faults({ webhooks: { hold: true } });
  };
  await reset();

  return {
    call,
    redis: services.data,
    control: async (name, body) => {
      const response = await services.stripe(send('POST', `${STRIPE}/_control/${name}`, body));
      return response.ok ? await response.json() : null;
    },
    events: async () =>
      (await (await services.stripe(new Request(`${STRIPE}/_control/state`))).json()).events,
    delivery: (event) => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'stripe-signature': signature };
      return new Request(`${SITE}/api/stripe-webhook`, { method: 'POST', headers, body: payload });
    },
    faults,
    mailFaults: async (settings) =>
      void (await services.mail(send('PUT', `${MAIL}/_control/mail/faults`, settings))),
    mails: async () => (await services.mail(new Request(`${MAIL}/inbox.json`))).json(),
    emptyRedis: async () => {
      network.forget();
      await services.data.flushdb();
    },
    untilNextJob: async () => {
      const [, due] = await services.data.zrange('jobs:dev', 0, 0, 'WITHSCORES');
      return due === undefined ? null : Number(due) - Math.floor(Date.now() / 1000);
    },
    wait: (hours) => setClock(Date.now() + hours * 3_600_000),
    reset,
    close: async () => {
      mock.timers.reset();
      AbortSignal.timeout = timeout;
      network.restore();
      await services.close();
    },
  };
};
