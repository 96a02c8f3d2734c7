import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { findOrder, listOrders } from '../../netlify/admin/order-queries.ts';
import { openRedis } from '../../netlify/clients/redis.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { findSales } from '../../netlify/orders/redis-sums.ts';
import { interceptFetch } from '../model/outside.ts';
import { sessionFor } from '../shop/seed.ts';
import { type Figures, optionsOf, takeTurns } from './measure.ts';
import { fill } from './orders.ts';
import { printTable, say } from './table.ts';

/** What an order costs in a large shop's Redis beside a small one's. Needs redis-server. */
const { rounds, ...counts } = optionsOf({ small: '1000', large: '1000000', rounds: '20' });
const TOKEN = 'token-of-the-bench';

type Question = (n: number, count: number) => Promise<boolean>;

const hasSoldToday = async (range: 'today' | '90'): Promise<boolean> =>
  (await findSales(range)).bars.at(-1)?.sums.size !== 0;

/** What is asked of a shop about its order `n`, and whether it was found; and how often in a turn. */
const QUESTIONS: Readonly<Record<string, readonly [question: Question, times: number]>> = {
  'an order': [async (n) => (await findFacts(sessionFor(n).id))['product'] !== undefined, 100],
  'one by its reference': [
    async (n) => (await findOrder(sessionFor(n).id.slice(-8))) !== null,
    100,
  ],
  'a page of 25': [
    async (n, count) =>
      (await listOrders(sessionFor(25 + (n % (count - 25))).id))?.orders.length === 25,
    10,
  ],
  'sums of today': [() => hasSoldToday('today'), 10],
  'sums of 90 days, with sales on 90 and on 1': [() => hasSoldToday('90'), 10],
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
say(`filling with ${counts.small} and ${counts.large} orders ...\n`);
const small = await openSide(directory, 'small', Number(counts.small));
const large = await openSide(directory, 'large', Number(counts.large));
const network = interceptFetch(
  new Map([small, large].map(({ url, fetch }) => [url, (request: Request) => fetch(request)])),
);
try {
  const subjects = { small: small.turn, large: large.turn };
  await takeTurns(1, subjects); // warms up
  const taken = await takeTurns(Number(rounds), subjects);
  const sides = [`of ${counts.large}`, `of ${counts.small}`] as const;
  const rows = Object.keys(QUESTIONS).map((what) => ({
    what,
    figures: taken('large', what),
    base: taken('small', what),
  }));
  printTable('µs to find', sides, rows);
  const parts = ['for good', 'for a month, to know its events'];
  printTable(
    "bytes of Redis's memory per order",
    sides,
    parts.map((what, index) => ({
      what,
      figures: large.bytes.slice(index, index + 1),
      base: small.bytes.slice(index, index + 1),
    })),
  );
} finally {
  network.restore();
  await Promise.all([small.stop(), large.stop()]);
  await rm(directory, { recursive: true, force: true });
}
