import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Store, getStore } from '@netlify/blobs';
import { Redis } from '@upstash/redis';
import Stripe from 'stripe';
import * as z from 'zod/mini';
import { isLoopback } from '../../netlify/platform/loopback.ts';

/** The environment variables of a shop or of its local services. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Undoes a check's changes in a real service. Runs after the last check. */
type CleanUp = () => Promise<unknown>;

export type Vendor = {
  readonly isStandIn: boolean;
  /** A name or prefix for everything that the checks create, so that people recognize it. */
  readonly label: string;
  readonly cleanUpLater: (cleanUp: CleanUp) => void;
  readonly cleanUps: readonly CleanUp[];
};

/** Pays on the session's hosted page, or asks a person to do so. */
export type PayHosted = (session: Stripe.Checkout.Session, card: string) => Promise<void>;

export type StripeVendor = Vendor & {
  readonly stripe: Stripe;
  readonly payHosted: PayHosted;
  /** Calls a control route of the stand-in. `route` does not include the prefix `/_control`. */
  readonly control: (route: string, fields: object) => Promise<void>;
};
export type UpstashVendor = Vendor & {
  readonly redis: Redis;
  /** For facts about the protocol itself. */
  readonly url: string;
  readonly token: string;
  readonly fetch: typeof fetch;
};
export type BlobsVendor = Vendor & { readonly store: Store };
export type ResendVendor = Vendor & {
  readonly from: string;
  /** Calls the API with the key, unless `init` has a different one. `path` begins with a slash. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  /** Calls the stand-in's control route `/_control/mail/faults`. */
  readonly setFaults: (faults: object) => Promise<void>;
};

const openVendor = (isStandIn: boolean): Vendor => {
  const cleanUps: CleanUp[] = [];
  return {
    isStandIn,
    label: `shop-facts-${randomUUID()}`,
    cleanUps,
    cleanUpLater: (cleanUp) => {
      // Stand-ins are deleted after the run anyway.
      if (!isStandIn) cleanUps.unshift(cleanUp);
    },
  };
};

type CallLimit = { readonly count: number; readonly periodInMs: number };

/**
 * Well below Stripe's limit of 25 calls a second, but high enough for the bursts of the race
 * checks.
 */
const CALL_LIMIT: CallLimit = { count: 10, periodInMs: 1000 };

/** At different times, Resend's default limit has been 2, 5 and 10 calls a second. */
const RESEND_CALL_LIMIT: CallLimit = { count: 2, periodInMs: 1200 };

/** Returns a function that waits until fewer than `count` calls began in the last period. */
const createPace = ({ count, periodInMs }: CallLimit): (() => Promise<void>) => {
  const startTimes: number[] = [];
  return async () => {
    const startAt = Math.max(Date.now(), (startTimes.at(-count) ?? 0) + periodInMs);
    startTimes.push(startAt);
    await setTimeout(startAt - Date.now());
  };
};

const pacedFetch = (waitForTurn: () => Promise<void>): typeof fetch => {
  return async (input, init) => {
    await waitForTurn();
    return fetch(input, init);
  };
};

/** The variables that a service requires but that are not set. */
const missingIn = (env: Environment, names: readonly string[]): string[] =>
  names.filter((name) => !env[name]);

export type OpenResult<V> = { readonly vendor: V } | { readonly missing: readonly string[] };

/** Returns the vendor of a stand-in, whose environment is always complete. */
export const standInOf = <V>(result: OpenResult<V>): V => {
  if ('missing' in result)
    throw new Error(`The stand-in’s environment lacks ${result.missing.join(', ')}.`);
  return result.vendor;
};

/** For stand-ins, where a control route makes the payment. */
export const nobody: PayHosted = () =>
  Promise.reject(new Error('Pay at a stand-in with a control route, not with this function.'));

/** Returns a function that calls a control route of the Stripe stand-in. */
const controlOf = (apiUrl: string | undefined): StripeVendor['control'] => {
  return async (route, fields) => {
    if (!apiUrl) throw new Error('Only the stand-in has control routes.');
    const method = route.endsWith('faults') ? 'PUT' : 'POST';
    const url = new URL(`/_control/${route}`, apiUrl);
    const response = await fetch(url, { method, body: JSON.stringify(fields) });
    if (!response.ok) throw new Error(`${route} failed: ${await response.text()}`);
  };
};

export const openStripe = (env: Environment, askPerson: PayHosted): OpenResult<StripeVendor> => {
  const missing = missingIn(env, ['STRIPE_SECRET_KEY']);
  if (missing.length > 0) return { missing };
  const apiUrl = env['STRIPE_API_URL'];
  const config: Stripe.StripeConfig = { maxNetworkRetries: 0, telemetry: false };
  if (apiUrl) {
    const { hostname, port } = new URL(apiUrl);
    Object.assign(config, { host: hostname, port, protocol: 'http' });
    config.httpClient = Stripe.createFetchHttpClient();
  } else {
    config.httpClient = Stripe.createFetchHttpClient(pacedFetch(createPace(CALL_LIMIT)));
  }
  const control = controlOf(apiUrl);
  const payAtStandIn: PayHosted = (session, card) => control('pay', { session: session.id, card });
  const vendor: StripeVendor = {
    ...openVendor(apiUrl !== undefined),
    stripe: new Stripe(env['STRIPE_SECRET_KEY'] ?? '', config),
    payHosted: apiUrl ? payAtStandIn : askPerson,
    control,
  };
  return { vendor };
};

export const openUpstash = (env: Environment): OpenResult<UpstashVendor> => {
  const missing = missingIn(env, ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN']);
  if (missing.length > 0) return { missing };
  const url = env['UPSTASH_REDIS_REST_URL'] ?? '';
  const token = env['UPSTASH_REDIS_REST_TOKEN'] ?? '';
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    responseEncoding: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
  });
  const common = openVendor(isLoopback(new URL(url)));
  if (common.isStandIn) return { vendor: { ...common, redis, url, token, fetch } };
  const waitForTurn = createPace(CALL_LIMIT);
  redis.use(async (request, next) => {
    await waitForTurn();
    return next(request);
  });
  return { vendor: { ...common, redis, url, token, fetch: pacedFetch(waitForTurn) } };
};

/** The context that Netlify or the local services pass to functions. */
const contextSchema = z.object({ edgeURL: z.string(), siteID: z.string(), token: z.string() });

export const openBlobs = (env: Environment): OpenResult<BlobsVendor> => {
  const context = env['NETLIFY_BLOBS_CONTEXT'];
  const common = openVendor(context !== undefined);
  const options = { name: common.label, consistency: 'strong' } as const;
  if (context !== undefined) {
    const json = Buffer.from(context, 'base64').toString();
    const { edgeURL, siteID, token } = contextSchema.parse(JSON.parse(json));
    const site = { edgeURL, uncachedEdgeURL: edgeURL, siteID, token };
    return { vendor: { ...common, store: getStore({ ...options, ...site }) } };
  }
  const missing = missingIn(env, ['NETLIFY_SITE_ID', 'NETLIFY_AUTH_TOKEN']);
  if (missing.length > 0) return { missing };
  const siteID = env['NETLIFY_SITE_ID'] ?? '';
  const token = env['NETLIFY_AUTH_TOKEN'] ?? '';
  const paced = { fetch: pacedFetch(createPace(CALL_LIMIT)) };
  return { vendor: { ...common, store: getStore({ ...options, ...paced, siteID, token }) } };
};

export const openResend = (env: Environment): OpenResult<ResendVendor> => {
  const missing = missingIn(env, ['MAIL_API_KEY', 'MAIL_FROM']);
  if (missing.length > 0) return { missing };
  const apiUrl = env['MAIL_API_URL'];
  const send = apiUrl ? fetch : pacedFetch(createPace(RESEND_CALL_LIMIT));
  const call = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({
      authorization: `Bearer ${env['MAIL_API_KEY']}`,
      'user-agent': 'money-smart-kids/1.0',
      'content-type': 'application/json',
    });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return send(new URL(path, apiUrl ?? 'https://api.resend.com'), { ...init, headers });
  };
  const control = controlOf(apiUrl);
  const setFaults = (faults: object): Promise<void> => control('mail/faults', faults);
  const common = openVendor(apiUrl !== undefined);
  return { vendor: { ...common, from: env['MAIL_FROM'] ?? '', call, setFaults } };
};
