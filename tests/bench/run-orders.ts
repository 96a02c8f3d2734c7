import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import type { Redis } from 'ioredis';
import { findOrders, listOrders } from '../../netlify/admin/orders.ts';
import { readReport } from '../../netlify/admin/report.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { readOrder } from '../../netlify/orders/store.ts';
import { openRedis } from '../../netlify/platform/redis.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { environmentAt } from '../shop/services.ts';
import { type Figures, optionsOf, printTable, takeTurns } from './measure.ts';

/** The time and memory of an order in a large shop's Redis beside a small one's. Needs redis-server. */
const { rounds, ...counts } = optionsOf({ small: 1000, large: 100_000, rounds: 20 });
const TOKEN = 'token-of-the-bench';
const SITE = 'http://localhost:8888';
const origins = { site: SITE, stripe: SITE, redis: SITE, blobs: SITE, mail: SITE };
Object.assign(process.env, environmentAt(origins).environment);
const BATCH = 1000;

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

type Question = (id: string) => Promise<boolean>;

/** Each question returns whether it found the order. The number is how often a turn asks it. */
const QUESTIONS: Readonly<Record<string, readonly [question: Question, times: number]>> = {
  'an order': [async (id) => (await readOrder(id)) !== null, 100],
  'by its end': [async (id) => (await findOrders(id.slice(-8))).length > 0, 100],
  'a page of 25': [async () => (await listOrders(25)).orders.length === 25, 10],
  'the report of a month': [async () => (await readReport('last-month')).totals.length > 0, 1],
};

const openSide = async (directory: string, name: string, count: number) => {
  const { redis, lasting, stop } = await startEngine(path.join(directory, name));
  if (!lasting) throw new Error('redis-server is not installed');
  await redis.config('SET', 'appendonly', 'no');
  const url = `http://${name}.localhost`;
  const rest = createRest(redis, TOKEN);
  /** Fills the store as the shop does. Returns the bytes of memory that each order takes. */
  const fill = async (): Promise<number> => {
    openRedis({ url, token: TOKEN });
    const before = await usedMemory(redis);
    for (let start = 0; start < count; start += BATCH) {
      await saveAll(seedsFrom(start, Math.min(BATCH, count - start)));
    }
    return ((await usedMemory(redis)) - before) / count;
  };
  /** Microseconds of each question. */
  const turn = async (): Promise<Figures> => {
    openRedis({ url, token: TOKEN });
    mock.timers.setTime(Date.UTC(2026, 1, 15));
    const taken: Record<string, number> = {};
    for (const [words, [question, times]] of Object.entries(QUESTIONS)) {
      const started = performance.now();
      for (let time = 0; time < times; time += 1) {
        const isFound = await question(seedFor(Math.floor(Math.random() * count)).id);
        if (!isFound) throw new Error(`${words}: not found among ${count}`);
      }
      taken[words] = (1000 * (performance.now() - started)) / times;
    }
    return taken;
  };
  return { url, fetch: rest.fetch, fill, turn, stop };
};

mock.timers.enable({ apis: ['Date'] });
const directory = await mkdtemp(path.join(tmpdir(), 'bench-orders-'));
const small = await openSide(directory, 'small', counts.small);
const large = await openSide(directory, 'large', counts.large);
const outside = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  return (request.url.startsWith(small.url) ? small : large).fetch(request);
};
try {
  console.log(`filling with ${counts.small} and ${counts.large} orders ...`);
  const bytes = { small: await small.fill(), large: await large.fill() };
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
  const row = { what: 'its hash and indexes', figures: [bytes.large], base: [bytes.small] };
  printTable("bytes of Redis's memory per order", sides, [row]);
} finally {
  globalThis.fetch = outside;
  await Promise.all([small.stop(), large.stop()]);
  await rm(directory, { recursive: true, force: true });
}
