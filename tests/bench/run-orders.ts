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
import { type Figures, measure, optionOf } from './measure.ts';

/** Compares the time and memory of an order in a large and in a small shop. Needs redis-server. */
const COUNTS = { small: optionOf('small', 1000), large: optionOf('large', 100_000) };
type Size = keyof typeof COUNTS;

type Question = {
  /** Returns whether the order was found. */
  readonly find: (id: string) => Promise<boolean>;
  /** How often each round repeats the query. */
  readonly times: number;
};

const QUESTIONS: Readonly<Record<string, Question>> = {
  'an order': { find: async (id) => (await readOrder(id)) !== null, times: 100 },
  'by its end': { find: async (id) => (await findOrders(id.slice(-8))).length > 0, times: 100 },
  'a page of 25': { find: async () => (await listOrders(25)).orders.length === 25, times: 10 },
  'the report of a month': {
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
const open = (size: Size): void =>
  setRedisConnection({ url: `http://${size}.localhost`, token: TOKEN });
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const size = request.url.startsWith('http://small.') ? 'small' : 'large';
  return engines[size].rest.fetch(request);
};

/** Fills a store as the shop does. Returns the bytes of memory that each order takes. */
const fill = async (size: Size): Promise<number> => {
  const used = async (): Promise<number> =>
    Number(/^used_memory:(\d+)/m.exec(await engines[size].redis.info('memory'))?.[1]);
  open(size);
  const before = await used();
  await saveAll(seedsFrom(0, COUNTS[size]));
  return ((await used()) - before) / COUNTS[size];
};

/** The microseconds that a query takes in a store. */
const timeOf = async (size: Size, { find, times }: Question): Promise<number> => {
  open(size);
  mock.timers.setTime(Date.UTC(2026, 1, 15));
  const started = performance.now();
  for (let time = 0; time < times; time += 1) {
    const isFound = await find(seedFor(Math.floor(Math.random() * COUNTS[size])).id);
    if (!isFound) throw new Error(`an order is not found among ${COUNTS[size]}`);
  }
  return (1000 * (performance.now() - started)) / times;
};

try {
  console.log(`filling with ${COUNTS.small} and ${COUNTS.large} orders ...`);
  const bytes = { here: await fill('large'), baseline: await fill('small') };
  const turn = async (): Promise<Figures> => {
    const figures: Figures = { 'bytes of Redis': bytes };
    for (const [name, question] of Object.entries(QUESTIONS)) {
      figures[`${name}, µs`] = {
        here: await timeOf('large', question),
        baseline: await timeOf('small', question),
      };
    }
    return figures;
  };
  await turn(); // warms up
  await measure(`among ${COUNTS.small}`, 20, turn);
} finally {
  for (const { stop } of Object.values(engines)) await stop();
  await rm(directory, { recursive: true, force: true });
}
