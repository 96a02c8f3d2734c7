import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { type Facts, factsOf } from '../../netlify/domain/orders.ts';

const CREATED = 1_763_000_000;
const BATCH = 2000;
const MONTH_IN_SECONDS = 31 * 24 * 3600;

/** As long as Stripe's ids are, and the same whenever it is asked for. */
const idFor = (prefix: string, n: number, length: number): string =>
  prefix + createHash('sha256').update(`${prefix} ${n}`).digest('hex').slice(0, length);

export const sessionFor = (n: number): string => idFor('cs_live_', n, 58);

const eventsFor = (n: number): string[] => [idFor('evt_1', n, 23), idFor('evt_2', n, 23)];

export const orderKey = (n: number): string => `order:dev:${sessionFor(n)}`;

/** What a card payment leaves in an order. */
const saleFor = (n: number): Facts => {
  const product = catalogJson.products[n % catalogJson.products.length];
  const session = {
    id: sessionFor(n),
    productType: product?.product_type ?? '',
    amountInCents: product?.price_in_cents ?? 0,
    currency: 'usd',
    createdAt: CREATED + n,
    payment: 'paid',
    paymentId: idFor('pi_3', n, 23),
    refunds: [],
    disputes: [],
  } as const;
  return factsOf(session, { road: 'webhook', at: CREATED + n + 60 }) ?? {};
};

type Pipeline = ReturnType<Redis['pipeline']>;

/** The parts that an order is kept in, as adapters/orders-redis.ts writes them. */
const PARTS: Readonly<Record<string, (pipeline: Pipeline, n: number) => void>> = {
  facts: (pipeline, n) => void pipeline.hset(orderKey(n), saleFor(n)),
  index: (pipeline, n) => void pipeline.zadd('orders:dev', CREATED + n, sessionFor(n)),
  'ledger in the order': (pipeline, n) => {
    const noted = `checkout.session.completed ${CREATED + n + 60}`;
    for (const id of eventsFor(n)) pipeline.hset(orderKey(n), `event:${id}`, noted);
  },
  'ledger by event': (pipeline, n) => {
    for (const id of eventsFor(n)) {
      pipeline.set(`event:dev:${id}`, sessionFor(n), 'EX', MONTH_IN_SECONDS);
    }
  },
};

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

export type Weight = { readonly part: string; readonly bytesPerOrder: number };

/** Puts so many orders into an empty Redis. Answers what each part of an order takes of its memory. */
export const fill = async (redis: Redis, count: number): Promise<Weight[]> => {
  const weights: Weight[] = [];
  for (const [part, put] of Object.entries(PARTS)) {
    const before = await usedMemory(redis);
    for (let start = 0; start < count; start += BATCH) {
      const pipeline = redis.pipeline();
      for (let n = start; n < Math.min(start + BATCH, count); n += 1) put(pipeline, n);
      await pipeline.exec();
    }
    weights.push({ part, bytesPerOrder: ((await usedMemory(redis)) - before) / count });
  }
  return weights;
};
