import { mock } from 'node:test';
import Stripe from 'stripe';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { publishEdition } from '../../netlify/guides/editions.ts';
import { LIMITS } from '../../netlify/http/limits.ts';
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

/** An object that the dashboard has changed. A session has a payment status, all others an amount. */
type Changed = { id: string; created: number; amount: number; payment_status?: string };

export type WorldMail = { to: string; subject: string; text: string; sentAt: string };

/** Gets the owner's alerts. */
export const OWNER = 'owner@shop.example';

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
 * The real functions over a real Redis, the real SDKs and the Stripe stand-in, in one process without a network, so that
 * a thousand histories pass in seconds and every outside call can be intercepted. No webhook is sent by itself. Clocks
 * stand still, and no call times out.
 */
export const openWorld = async ({ withMail = false } = {}) => {
  const services = await createServices('world-', { site: SITE, stripe: STRIPE });
  const network = interceptFetch(
    new Map([
      [STRIPE, services.stripe],
      [REDIS, services.redis],
      [BLOBS, services.blobs],
      [MAIL, services.mail],
    ]),
  );
  // `mock.method` would keep every call, and with it the request.
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

  /** An empty Redis and a Stripe without a past, which sends no webhooks. `start` is in milliseconds, by default now. */
  const reset = async (start?: number): Promise<void> => {
    mock.timers.reset();
    setClock(start ?? Date.now());
    network.forget();
    await services.reset();
    await services.stripe(send('PUT', `${STRIPE}/_control/faults`, { webhooks: { hold: true } }));
  };
  await reset();

  return {
    call,
    redis: services.data,
    /** Changes something in the dashboard of the Stripe stand-in. Returns null if it refuses, as for a refund of nothing. */
    control: async (name: string, body: object): Promise<Changed | null> => {
      const response = await services.stripe(send('POST', `${STRIPE}/_control/${name}`, body));
      return response.ok ? await response.json() : null;
    },
    /** Every event so far, oldest first. */
    events: async (): Promise<WorldEvent[]> =>
      (await (await services.stripe(new Request(`${STRIPE}/_control/state`))).json()).events,
    /** Stripe's request that delivers an event, signed. */
    delivery: (event: WorldEvent): Request => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'stripe-signature': signature };
      return new Request(`${SITE}/api/stripe-webhook`, { method: 'POST', headers, body: payload });
    },
    /** Lets the mail service fail from now on; {} ends that. */
    mailFaults: async (settings: object): Promise<void> =>
      void (await services.mail(send('PUT', `${MAIL}/_control/mail/faults`, settings))),
    mails: async (): Promise<WorldMail[]> =>
      (await services.mail(new Request(`${MAIL}/inbox.json`))).json(),
    /** Removes all that the shop has noted. */
    emptyRedis: async (): Promise<void> => {
      network.forget();
      await services.data.flushdb();
    },
    /** The seconds until the next job is due; null if there is none. */
    untilNextJob: async (): Promise<number | null> => {
      const [, due] = await services.data.zrange('jobs:dev', 0, 0, 'WITHSCORES');
      return due === undefined ? null : Number(due) - Math.floor(Date.now() / 1000);
    },
    /** Lets time pass for everybody; timers go on as they are. */
    wait: (hours: number): void => setClock(Date.now() + hours * 3_600_000),
    reset,
    close: async (): Promise<void> => {
      mock.timers.reset();
      AbortSignal.timeout = timeout;
      network.restore();
      await services.close();
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
