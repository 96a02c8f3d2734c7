import { Redis } from '@upstash/redis';
import { z } from 'zod';
import type { FulfilPorts } from '../domain/fulfil.ts';
import type { Facts } from '../domain/orders.ts';
import { orUnavailable } from '../domain/unavailable.ts';

/** One budget for a call and its retry: Stripe's webhook is to be answered well under 2 s. */
const TIMEOUT_IN_MS = 1500;

/** Redis answers a hash as field, value, field, value ... */
const flatHash = z.array(z.string());

const factsFrom = (answer: unknown): Facts => {
  const flat = flatHash.parse(answer ?? []);
  return Object.fromEntries(
    flat.flatMap((field, i) => (i % 2 === 0 ? [[field, flat[i + 1] ?? '']] : [])),
  );
};

/** An UpstashError quotes the whole command, so nothing of it goes on but its name. */
const reached = <T>(call: Promise<T>): Promise<T> => orUnavailable('orders', call);

type OrdersOptions = {
  readonly url: string;
  readonly token: string;
  /** The deploy context; see below. */
  readonly context: string;
};

/**
 * Orders as hashes of facts, `order:{context}:{sessionId}`, in Redis behind Upstash's REST interface.
 * The context keeps deploys apart that share one Redis: what a test card paid for in a preview must
 * not count as paid in the live shop.
 */
export const createOrders = ({ url, token, context }: OrdersOptions) => {
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableTelemetry: false,
    retry: { retries: 1, backoff: () => 100 },
    // As a function, since a plain signal makes the client answer "Aborted" as if it were a value.
    signal: () => AbortSignal.timeout(TIMEOUT_IN_MS),
  });
  const key = (sessionId: string): string => `order:${context}:${sessionId}`;
  return {
    find: async (sessionId: string) => factsFrom(await reached(redis.hgetall(key(sessionId)))),
    record: async (sessionId: string, facts: Facts) => {
      const transaction = redis.multi().hset(key(sessionId), facts).hgetall(key(sessionId));
      const [, all] = await reached(transaction.exec<[number, unknown]>());
      return factsFrom(all);
    },
  } satisfies FulfilPorts['orders'];
};
