import type { Pipeline } from '@upstash/redis';
import { catalogue, findByType } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { redisClient } from '../clients/redis.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { findManyFacts } from '../orders/redis-orders.ts';
import { findSession } from '../orders/stripe-sessions.ts';

// What emails take of the rest of the shop.

/** Answers one command. Those of the same tick travel in one request. */
export const ask = <T>(command: (pipeline: Pipeline) => unknown): Promise<T> => {
  const { send, reached } = redisClient();
  return reached(send<T>(command));
};

/** Runs a script, which is one step for everybody else. */
export const runScript = (
  script: string,
  keys: string[],
  args: readonly (string | number)[],
): Promise<unknown> => ask((pipeline) => pipeline.eval(script, keys, args.map(String)));

/** A session and the address that Stripe has of its buyer; null where there is none. Throws where Stripe is not reached. */
export const findRecipient = async (
  sessionId: string,
): Promise<(CheckoutSession & { readonly email: string }) | null> => {
  const session = await findSession(sessionId);
  if (typeof session === 'string' || session.email === null) return null;
  return { ...session, email: session.email };
};

/** Those of the sessions that have an order. */
export const findOrders = async (sessionIds: readonly string[]): Promise<readonly Order[]> =>
  (await findManyFacts(sessionIds))
    .map((facts, index) => orderFrom(sessionIds[index] ?? '', facts))
    .filter((order) => order !== null);

/** A product's name as buyers and the owner read it. */
export const productName = (productType: string): string =>
  findByType(catalogue, productType)?.name ?? productType;
