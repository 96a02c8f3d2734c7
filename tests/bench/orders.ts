import type { Redis } from 'ioredis';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { openOrders, orderKeys } from '../../netlify/orders/redis-keys.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { namesOf } from '../../netlify/orders/order-names.ts';
import type { Facts } from '../../netlify/orders/facts.ts';
import { factsOf } from '../../netlify/orders/orders.ts';
import { salesDeltasOf, periodsOf } from '../../netlify/orders/sales.ts';
import { idFor, sessionFor } from '../shop/seed.ts';

const BATCH = 2000;
const MONTH_IN_SECONDS = 31 * 24 * 3600;

openOrders('dev');
const keys = orderKeys();

type Sold = {
  readonly session: CheckoutSession;
  readonly events: readonly string[];
  readonly facts: Facts;
};

/** What a card payment leaves: an order, and two events that told of it. */
const soldAs = (n: number): Sold => {
  const session = sessionFor(n);
  return {
    session,
    events: ['evt_1', 'evt_2'].map((prefix) => idFor(prefix, n).slice(0, 28)),
    facts: factsOf(session, { source: 'webhook', at: session.createdAt + 60 }) ?? {},
  };
};

type Pipeline = ReturnType<Redis['pipeline']>;

/** Writes an order by hand as netlify/orders/ does, since its scripts would take hours for a million. */
const putOrder = async (pipeline: Pipeline, { session, facts, events }: Sold): Promise<void> => {
  const { id, createdAt, productType } = session;
  pipeline.hset(keys.order(id), facts);
  pipeline.zadd(keys.index, createdAt, id);
  for (const { key, field } of (await namesOf(id)).map(keys.name)) {
    pipeline.hset(key, field, createdAt);
  }
  const deltas = Object.keys(facts).flatMap((name) => salesDeltasOf(facts, name));
  for (const { measure, by } of deltas) {
    for (const period of periodsOf(createdAt, catalogJson.time_zone)) {
      pipeline.hincrby(keys.sums(period), `${productType}:${measure}`, by);
    }
  }
  const noted = `checkout.session.completed ${createdAt + 60}`;
  for (const event of events) pipeline.hset(keys.order(id), `event:${event}`, noted);
};

/** What is known of its events for a month. */
const putEvents = (pipeline: Pipeline, { session: { id }, events }: Sold): void => {
  for (const event of events) pipeline.set(keys.event(event), id, 'EX', MONTH_IN_SECONDS);
};

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

/** Puts so many orders into an empty Redis. Answers the bytes of its memory that each takes: for good, for a month. */
export const fill = async (redis: Redis, count: number): Promise<number[]> => {
  const bytes: number[] = [];
  for (const put of [putOrder, putEvents]) {
    const before = await usedMemory(redis);
    for (let start = 0; start < count; start += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => start + n);
      const pipeline = redis.pipeline();
      await Promise.all(numbers.map((n) => put(pipeline, soldAs(n))));
      await pipeline.exec();
    }
    bytes.push(((await usedMemory(redis)) - before) / count);
  }
  return bytes;
};
