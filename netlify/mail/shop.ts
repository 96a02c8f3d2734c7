import type { Pipeline } from '@upstash/redis';
import { catalogue, findByType } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { redisClient } from '../clients/redis.ts';
import { stripeClient } from '../clients/stripe.ts';
import { getEnv } from '../env.ts';
import { createFailureNotes } from '../health/redis-failures.ts';
import { keepFailuresBy } from '../http/failures.ts';
import { logDoubtful } from '../http/log.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { createOrderPages } from '../orders/redis-pages.ts';
import { createOrders } from '../orders/redis-orders.ts';
import { createSessions } from '../orders/stripe-sessions.ts';
import { buyerKey } from './buyer-key.ts';

// What emails take of the rest of the shop.

/** The shop's Redis. What fails from then on is noted there for the owner. */
export const redis = () => {
  const client = { ...redisClient(), keys: orderKeys() };
  keepFailuresBy(createFailureNotes(client));
  return client;
};

/** Answers one command. Those of the same tick travel in one request. */
export const ask = <T>(command: (pipeline: Pipeline) => unknown): Promise<T> => {
  const { send, reached } = redis();
  return reached(send<T>(command));
};

/** Runs a script, which is one step for everybody else. */
export const runScript = (
  script: string,
  keys: string[],
  args: readonly (string | number)[],
): Promise<unknown> => ask((pipeline) => pipeline.eval(script, keys, args.map(String)));

/** What Stripe says of checkout sessions. */
export const sessions = () =>
  createSessions({
    ...stripeClient(),
    onDoubtful: logDoubtful,
    buyerKey,
    siteUrl: getEnv().PUBLIC_SITE_URL,
  });

/** A session and the address that Stripe has of its buyer; null where there is none. Throws where Stripe is not reached. */
export const findRecipient = async (
  sessionId: string,
): Promise<(CheckoutSession & { readonly email: string }) | null> => {
  const session = await sessions().find(sessionId);
  if (typeof session === 'string' || session.email === null) return null;
  return { ...session, email: session.email };
};

/** Those of the sessions that have an order. */
export const findOrders = async (sessionIds: readonly string[]): Promise<readonly Order[]> =>
  (await createOrders(redis()).findMany(sessionIds))
    .map((facts, index) => orderFrom(sessionIds[index] ?? '', facts))
    .filter((order) => order !== null);

/** The sessions of a buyer, the newest first. */
export const sessionsOfBuyer = (buyer: string, most: number): Promise<readonly string[]> =>
  createOrderPages(redis()).ofBuyer(buyer, most);

/** The sessions that may have this name. */
export const findNamed = (name: string): Promise<readonly string[]> =>
  createOrderPages(redis()).findNamed(name);

/** A product's name as buyers and the owner read it. */
export const productName = (productType: string): string =>
  findByType(catalogue, productType)?.name ?? productType;
