import type Stripe from 'stripe';
import { countAsked } from '../current-request.ts';
import { getEnv } from '../env.ts';
import { orUnavailable } from './unavailable.ts';

/** One try, from the first byte out to the last byte in; a call with its retry ends within 11 s. */
const TIMEOUT_IN_MS = 5000;

/** Stripe's messages may name what was sent; its types and statuses do not, nor do others' codes and names. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (!('type' in error)) return 'code' in error ? String(error.code) : error.name;
  const status = 'statusCode' in error ? (error.statusCode ?? '') : '';
  return /^Stripe\w+$/.test(String(error.type)) ? `${error.type} ${status}`.trim() : 'unknown';
};

const countedFetch: typeof globalThis.fetch = (...asked) => {
  countAsked('stripe');
  return fetch(...asked);
};

type StripeOptions = {
  readonly secretKey: string;
  /** Only ever a loopback address, for the stand-in; undefined is Stripe itself. */
  readonly apiUrl: URL | undefined;
};

export type StripeClient = {
  /** Passes on what Stripe answers, and `Unavailable` in place of its errors. */
  readonly ask: <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;
};

/**
 * The SDK takes half as long to load as all the rest of a function, and most calls do without it: so it is
 * loaded for the first question. Never by a plain `import`, or a bundle would hold it twice.
 */
export const loadSdk = () => import('stripe');

export const createStripeClient = (
  { secretKey, apiUrl }: StripeOptions,
  load = loadSdk,
): StripeClient => {
  const open = async (): Promise<Stripe> => {
    const { default: Sdk } = await load();
    return new Sdk(secretKey, {
      timeout: TIMEOUT_IN_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      // Its timeout covers the whole answer; the SDK's Node client starts anew with every byte.
      httpClient: Sdk.createFetchHttpClient(countedFetch),
      ...(apiUrl && { host: apiUrl.hostname, port: apiUrl.port, protocol: 'http' }),
    });
  };
  let opening: Promise<Stripe> | undefined;
  const opened = (): Promise<Stripe> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined; // or one file that could not be read would close the shop for this instance
      throw error;
    }));
  return {
    ask: (question) => orUnavailable('payments', opened().then(question), reasonOf),
  };
};

/** All that tells an id that is not of Stripe's form from a mistake of ours, such as a wrong version of the API. */
const MALFORMED = /^Invalid \S+ id\b/;

/** For `catch`: null where Stripe does not know the id; throws what else went wrong. */
export const nullIfUnknown = (error: unknown): null => {
  if (!(error instanceof Error && 'code' in error)) throw error;
  const isUnknown = error.code === 'resource_missing' || MALFORMED.test(error.message);
  if (isUnknown) return null;
  throw error;
};

let shopClient: StripeClient | undefined;

/** The shop's own, opened at first use. */
export const stripeClient = (): StripeClient => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = getEnv();
  return (shopClient ??= createStripeClient({ secretKey, apiUrl }));
};

/** For a function whose every call needs the SDK: loaded with it, and not by its first caller. */
export const preloadStripe = async (): Promise<void> => void (await loadSdk());
