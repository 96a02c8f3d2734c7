import type Stripe from 'stripe';
import { countCall } from '../platform/current-request.ts';
import { getEnv } from '../platform/env.ts';
import { orUnavailable } from '../platform/unavailable.ts';

/** For one attempt. A call, including its retry, ends within 11 s. */
const TIMEOUT_IN_MS = 5000;

/** Override the client's default timeout and number of retries. */
export type CallOptions = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** For the schedule: it has little time, and its next run tries again. */
export const NO_RETRY: CallOptions = { maxNetworkRetries: 0 };

/** For the webhook: Stripe expects a quick response, and resends a failed event. */
export const ONE_SHORT_TRY: CallOptions = { timeout: 1500, maxNetworkRetries: 0 };

/** Omits the message, which may quote the request. */
const stripeErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (!('type' in error)) return 'code' in error ? String(error.code) : error.name;
  if (!/^Stripe\w+$/.test(String(error.type))) return 'unknown';
  const status = 'statusCode' in error ? (error.statusCode ?? '') : '';
  return `${error.type} ${status}`.trim();
};

const countedFetch: typeof globalThis.fetch = (input, init) => {
  countCall('stripe');
  return fetch(input, init);
};

/** With an additional static `import`, a bundle would contain the SDK twice. */
export const loadStripe = () => import('stripe');

type StripeOptions = {
  readonly secretKey: string;
  /** The URL of a local stand-in for Stripe. */
  readonly apiUrl: URL | undefined;
};

const createSdk = async ({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> => {
  const { default: Sdk } = await loadStripe();
  const config: Stripe.StripeConfig = {
    timeout: TIMEOUT_IN_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // The timeout of the SDK's Node client restarts with every byte.
    httpClient: Sdk.createFetchHttpClient(countedFetch),
  };
  if (apiUrl) {
    config.host = apiUrl.hostname;
    config.port = apiUrl.port;
    config.protocol = 'http';
  }
  return new Sdk(secretKey, config);
};

/** Loads the SDK on the first request, because loading is slow. */
export const createStripeClient = (options: StripeOptions) => {
  let sdk: Promise<Stripe> | undefined;
  return {
    /** Throws `Unavailable` in place of the SDK's errors. */
    call: <T>(request: (stripe: Stripe) => Promise<T>): Promise<T> => {
      sdk ??= createSdk(options);
      return orUnavailable('payments', sdk.then(request), stripeErrorReason);
    },
  };
};

export type StripeClient = ReturnType<typeof createStripeClient>;

export const isRejectedRequest = (error: unknown): error is Error =>
  error instanceof Error &&
  'type' in error &&
  /InvalidRequest|Idempotency|Permission|Card/.test(String(error.type));

/** Only the message distinguishes a malformed id from a mistake in our own code. */
const MALFORMED_ID = /^Invalid \S+ id\b/;

/**
 * For `catch`: returns null if the id is unknown or malformed, and rethrows any other error.
 *
 *     const refund = await stripe.refunds.retrieve(id).catch(nullIfUnknown);
 */
export const nullIfUnknown = (error: unknown): null => {
  if (!(error instanceof Error && 'code' in error)) throw error;
  if (error.code === 'resource_missing' || MALFORMED_ID.test(error.message)) return null;
  throw error;
};

let shopClient: StripeClient | undefined;

export const stripeClient = (): StripeClient => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = getEnv();
  return (shopClient ??= createStripeClient({ secretKey, apiUrl }));
};
