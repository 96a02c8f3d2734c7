import { Redis } from '@upstash/redis';
import { orUnavailable } from '../domain/unavailable.ts';

/** One budget for a call and its retry: Stripe's webhook is to be answered well under 2 s. */
const TIMEOUT_IN_MS = 1500;

type RedisOptions = { readonly url: string; readonly token: string };

export type RedisClient = {
  /** Commands that are given in the same tick travel in one request. */
  readonly redis: Redis;
  /** Passes on what Redis answers, and `Unavailable` in place of its errors. */
  readonly reached: <T>(call: Promise<T>) => Promise<T>;
};

export const createRedisClient = ({ url, token }: RedisOptions): RedisClient => ({
  redis: new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableTelemetry: false,
    enableAutoPipelining: true,
    retry: { retries: 1, backoff: () => 100 },
    // As a function, since a plain signal makes the client answer "Aborted" as if it were a value.
    signal: () => AbortSignal.timeout(TIMEOUT_IN_MS),
  }),
  // An UpstashError quotes the whole command, so nothing of it goes on but its name.
  reached: (call) => orUnavailable('orders', call),
});
