import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { findOrders, listOrders } from '../../netlify/admin/orders.ts';
import { readReport } from '../../netlify/admin/report.ts';
import { startRedisEngine } from '../../netlify/local/redis-engine.ts';
import { createUpstashRest } from '../../netlify/local/upstash-rest.ts';
import { readOrder } from '../../netlify/orders/store.ts';
import { setRedisConnection } from '../../netlify/platform/redis.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { SETTINGS } from '../shop/settings.ts';
import { type Measurements, measure, optionOf } from './measure.ts';

/**
 * Compares the time and memory that orders take in a large shop and a small one. Needs
 * redis-server.
 */
const COUNTS = { small: optionOf('small', 1000), large: optionOf('large', 100_000) };
type Size = keyof typeof COUNTS;

type Query = {
  /** Returns whether the order was found. */
  readonly find: (id: string) => Promise<boolean>;
  /** How many times each round runs the query. */
  readonly times: number;
};

const QUERIES: Readonly<Record<string, Query>> = {
  'an order': { find: async (id) => (await readOrder(id)) !== null, times: 100 },
  'by the end of its id': {
    find: async (id) => (await findOrders(id.slice(-8))).length > 0,
    times: 100,
  },
  'a page of 25': { find: async () => (await listOrders(25)).orders.length === 25, times: 10 },
  'the report for a month': {
    find: async () => (await readReport('last-month')).totals.length > 0,
    times: 1,
  },
};

Object.assign(process.env, SETTINGS);
const TOKEN = SETTINGS.UPSTASH_REDIS_REST_TOKEN;
mock.timers.enable({ apis: ['Date'] });
const directory = await mkdtemp(path.join(tmpdir(), 'bench-orders-'));
const start = async (size: Size) => {
  const engine = await startRedisEngine(path.join(directory, size));
  if (!engine.isPersistent) throw new Error('redis-server is not installed');
  await engine.redis.config('SET', 'appendonly', 'no');
  return { ...engine, rest: createUpstashRest(engine.redis, TOKEN) };
};
const engines = { small: await start('small'), large: await start('large') };
const connectTo = (size: Size): void =>
  setRedisConnection({ url: `http://${size}.localhost`, token: TOKEN });
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const size = request.url.startsWith('http://small.') ? 'small' : 'large';
  return engines[size].rest.fetch(request);
};

/** Adds orders as the shop does. Returns the bytes of memory that each order takes. */
const fill = async (size: Size): Promise<number> => {
  const used = async (): Promise<number> =>
    Number(/^used_memory:(\d+)/m.exec(await engines[size].redis.info('memory'))?.[1]);
  connectTo(size);
  const before = await used();
  await saveAll(seedsFrom(0, COUNTS[size]));
  return ((await used()) - before) / COUNTS[size];
};

/** The average time of a query, in microseconds. */
const timeOf = async (size: Size, { find, times }: Query): Promise<number> => {
  connectTo(size);
  mock.timers.setTime(Date.UTC(2026, 1, 15));
  const started = performance.now();
  for (let time = 0; time < times; time += 1) {
    const isFound = await find(seedFor(Math.floor(Math.random() * COUNTS[size])).id);
    if (!isFound) throw new Error(`An order was not found among ${COUNTS[size]} orders`);
  }
  return (1000 * (performance.now() - started)) / times;
};

try {
  console.log(`Adding ${COUNTS.small} and ${COUNTS.large} orders ...`);
  const bytes = { measured: await fill('large'), baseline: await fill('small') };
  const measureRound = async (): Promise<Measurements> => {
    const results: Measurements = { 'Redis bytes per order': bytes };
    for (const [name, query] of Object.entries(QUERIES)) {
      results[`${name}, µs`] = {
        measured: await timeOf('large', query),
        baseline: await timeOf('small', query),
      };
    }
    return results;
  };
  await measureRound(); // Warms up.
  await measure(`with ${COUNTS.small} orders`, 20, measureRound);
} finally {
  for (const { stop } of Object.values(engines)) await stop();
  await rm(directory, { recursive: true, force: true });
}
