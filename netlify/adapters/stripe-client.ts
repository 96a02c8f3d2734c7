import Stripe from 'stripe';
import { orUnavailable } from '../domain/unavailable.ts';

/** One try, from the first byte out to the last byte in; a call with its retry ends within 11 s. */
const TIMEOUT_IN_MS = 5000;

/** Stripe's messages may name what was sent; its types and statuses do not. */
const reasonOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError
    ? `${error.type} ${error.statusCode ?? ''}`.trim()
    : 'unknown';

type StripeOptions = {
  readonly secretKey: string;
  /** Only ever a loopback address, for the stand-in; undefined is Stripe itself. */
  readonly apiUrl: URL | undefined;
};

export type StripeClient = {
  readonly stripe: Stripe;
  /** Passes on what Stripe answers, and `Unavailable` in place of its errors. */
  readonly reached: <T>(call: Promise<T>) => Promise<T>;
};

export const createStripeClient = ({ secretKey, apiUrl }: StripeOptions): StripeClient => ({
  stripe: new Stripe(secretKey, {
    timeout: TIMEOUT_IN_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // Its timeout covers the whole answer; the SDK's Node client starts anew with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    ...(apiUrl && { host: apiUrl.hostname, port: apiUrl.port, protocol: 'http' }),
  }),
  reached: (call) => orUnavailable('payments', call, reasonOf),
});
