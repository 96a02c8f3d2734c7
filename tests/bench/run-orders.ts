import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import type { Redis } from 'ioredis';
import { findOrder, listOrders } from '../../netlify/admin/order-queries.ts';
import { openRedis } from '../../netlify/clients/redis.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { namesOf, numberOf } from '../../netlify/orders/order-names.ts';
import { factsOf } from '../../netlify/orders/orders.ts';
import { openOrders, orderKeys } from '../../netlify/orders/redis-keys.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { interceptFetch } from '../model/outside.ts';
import { idFor, sessionFor } from '../shop/seed.ts';
import { type Figures, optionsOf, takeTurns, printTable } from './measure.ts';

/** What an order costs in a large shop's Redis beside a small one's. Needs redis-server. */
const { rounds, ...counts } = optionsOf({ small: 1000, large: 1_000_000, rounds: 20 });
const TOKEN = 'token-of-the-bench';

const BATCH = 2000;
const MONTH_IN_SECONDS = 31 * 24 * 3600;

openOrders('dev');
const keys = orderKeys();

type Pipeline = ReturnType<Redis['pipeline']>;

/** What a card payment leaves: an order, and two events that told of it. */
const eventsOf = (n: number): string[] =>
  ['evt_1', 'evt_2'].map((prefix) => idFor(prefix, n).slice(0, 28));

/** Writes an order by hand as netlify/orders/ does, since its scripts would take hours for a million. */
const putOrder = async (pipeline: Pipeline, n: number): Promise<void> => {
  const session = sessionFor(n);
  const { id, createdAt } = session;
  const facts = factsOf(session, { source: 'webhook', at: createdAt + 60 }) ?? {};
  const noted = `checkout.session.completed ${createdAt + 60}`;
  const events = eventsOf(n).map((event) => [`event:${event}`, noted]);
  pipeline.hset(keys.order(id), { ...facts, ...Object.fromEntries(events) });
  pipeline.zadd(keys.index, createdAt, id);
  for (const name of namesOf(id)) pipeline.zadd(keys.names, 0, `${name} ${id}`);
};

/** What is known of its events for a month. */
const putEvents = (pipeline: Pipeline, n: number): void => {
  for (const event of eventsOf(n)) {
    pipeline.set(keys.event(event), sessionFor(n).id, 'EX', MONTH_IN_SECONDS);
  }
};

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

/** Puts so many orders into an empty Redis. Answers the bytes of its memory that each takes: for good, for a month. */
const fill = async (redis: Redis, count: number): Promise<number[]> => {
  const bytes: number[] = [];
  for (const put of [putOrder, putEvents]) {
    const before = await usedMemory(redis);
    for (let start = 0; start < count; start += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => start + n);
      const pipeline = redis.pipeline();
      await Promise.all(numbers.map((n) => put(pipeline, n)));
      await pipeline.exec();
    }
    bytes.push(((await usedMemory(redis)) - before) / count);
  }
  return bytes;
};

type Question = (n: number, count: number) => Promise<boolean>;

/** What is asked of a shop about its order `n`, and whether it was found; and how often in a turn. */
const QUESTIONS: Readonly<Record<string, readonly [question: Question, times: number]>> = {
  'an order': [async (n) => (await findFacts(sessionFor(n).id))['product'] !== undefined, 100],
  'by its end': [async (n) => (await findOrder(sessionFor(n).id.slice(-8))) !== null, 100],
  'a page of 25': [
    async (n, count) =>
      (await listOrders(numberOf(sessionFor(25 + (n % (count - 25))).id)))?.orders.length === 25,
    10,
  ],
};

const openSide = async (directory: string, name: string, count: number) => {
  const { redis, lasting, stop } = await startEngine(path.join(directory, name));
  if (!lasting) throw new Error('redis-server is not installed');
  await redis.config('SET', 'appendonly', 'no');
  const bytes = await fill(redis, count);
  const url = `http://${name}.localhost`;
  const rest = createRest(redis, TOKEN);
  /** Microseconds of each question. */
  const turn = async (): Promise<Figures> => {
    openRedis({ url, token: TOKEN });
    mock.timers.setTime(sessionFor(count).createdAt * 1000);
    const taken: Record<string, number> = {};
    for (const [words, [question, times]] of Object.entries(QUESTIONS)) {
      const started = performance.now();
      for (let time = 0; time < times; time += 1) {
        const isFound = await question(Math.floor(Math.random() * count), count);
        if (!isFound) throw new Error(`${words}: not found among ${count}`);
      }
      taken[words] = (1000 * (performance.now() - started)) / times;
    }
    return taken;
  };
  return { url, fetch: rest.fetch, bytes, turn, stop };
};

mock.timers.enable({ apis: ['Date'] });
const directory = await mkdtemp(path.join(tmpdir(), 'bench-orders-'));
console.log(`filling with ${counts.small} and ${counts.large} orders ...`);
const small = await openSide(directory, 'small', counts.small);
const large = await openSide(directory, 'large', counts.large);
const network = interceptFetch(
  new Map([small, large].map(({ url, fetch }) => [url, (request: Request) => fetch(request)])),
);
try {
  const subjects = { small: small.turn, large: large.turn };
  await takeTurns(1, subjects); // warms up
  const taken = await takeTurns(rounds, subjects);
  const sides = [`of ${counts.large}`, `of ${counts.small}`] as const;
  const rows = Object.keys(QUESTIONS).map((what) => ({
    what,
    figures: taken('large', what),
    base: taken('small', what),
  }));
  printTable('µs to find', sides, rows);
  const parts = ['for good', 'for a month, to know its events'].map((what, index) => ({
    what,
    figures: large.bytes.slice(index, index + 1),
    base: small.bytes.slice(index, index + 1),
  }));
  printTable("bytes of Redis's memory per order", sides, parts);
} finally {
  network.restore();
  await Promise.all([small.stop(), large.stop()]);
  await rm(directory, { recursive: true, force: true });
}
