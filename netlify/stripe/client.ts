import type Stripe from 'stripe';
import { countCall } from '../platform/current-request.ts';
import { getEnv } from '../platform/env.ts';
import { orUnavailable } from '../platform/unavailable.ts';

/** For one try, until the last byte. A call with its retry ends within 11 s. */
const TIMEOUT_IN_MS = 5000;

/** Stripe's messages may quote what was sent; types, statuses, codes and names do not. */
const stripeErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (!('type' in error)) return 'code' in error ? String(error.code) : error.name;
  const status = 'statusCode' in error ? (error.statusCode ?? '') : '';
  return /^Stripe\w+$/.test(String(error.type)) ? `${error.type} ${status}`.trim() : 'unknown';
};

const countedFetch: typeof globalThis.fetch = (...asked) => {
  countCall('stripe');
  return fetch(...asked);
};

type StripeOptions = {
  readonly secretKey: string;
  /** The stand-in's, on loopback; undefined for Stripe itself. */
  readonly apiUrl: URL | undefined;
};

/** A plain `import` anywhere would put the SDK into a bundle twice. Called ahead by a function whose every call needs it. */
export const loadStripe = () => import('stripe');

const open = async ({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> => {
  const { default: Sdk } = await loadStripe();
  return new Sdk(secretKey, {
    timeout: TIMEOUT_IN_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // Its timeout covers the whole answer. That of the SDK's Node client restarts with every byte.
    httpClient: Sdk.createFetchHttpClient(countedFetch),
    ...(apiUrl && { host: apiUrl.hostname, port: apiUrl.port, protocol: 'http' }),
  });
};

/** Loads the SDK at the first call to Stripe. That takes half as long as the rest of a function, and most requests need none. */
export const createStripeClient = (options: StripeOptions) => {
  let opened: Promise<Stripe> | undefined;
  return {
    /** Asks Stripe. Throws `Unavailable` in place of its errors. */
    ask: <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> =>
      orUnavailable('payments', (opened ??= open(options)).then(question), stripeErrorReason),
  };
};

export type StripeClient = ReturnType<typeof createStripeClient>;

/** Whether Stripe has answered and refused the call. Any other error means that Stripe failed. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'type' in error &&
  /InvalidRequest|Idempotency|Permission|Card/.test(String(error.type));

/** Only this message distinguishes a malformed id from our own mistake, such as a wrong API version. */
const MALFORMED = /^Invalid \S+ id\b/;

/** For `catch`: null if Stripe does not know the id; throws any other error. */
export const nullIfUnknown = (error: unknown): null => {
  if (!(error instanceof Error && 'code' in error)) throw error;
  const isUnknown = error.code === 'resource_missing' || MALFORMED.test(error.message);
  if (isUnknown) return null;
  throw error;
};

let shopClient: StripeClient | undefined;

/** The shop's client, opened at first use. */
export const stripeClient = (): StripeClient => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = getEnv();
  return (shopClient ??= createStripeClient({ secretKey, apiUrl }));
};
