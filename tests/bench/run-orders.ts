import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { listOrders } from '../../netlify/admin/order-queries.ts';
import { openRedis } from '../../netlify/clients/redis.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { findSales } from '../../netlify/orders/redis-sums.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { sessionFor } from '../shop/seed.ts';
import { interceptFetch } from '../model/outside.ts';
import { median, optionsOf, printTable, ratio, say, spread } from './figures.ts';
import { fill, keys } from './orders.ts';

/** What an order costs in a small shop's Redis and in a large one's, side by side. */
const options = optionsOf({ small: '1000', large: '1000000', runs: '7' });
const runs = Number(options.runs);
const LOOKUPS = 2000;
const TURNS = 20;
const TOKEN = 'token-of-the-bench';
const directory = await mkdtemp(path.join(tmpdir(), 'bench-'));
mock.timers.enable({ apis: ['Date'] });

const openSide = async (name: string, count: number) => {
  const engine = await startEngine(path.join(directory, name));
  const url = `http://${name}.localhost`;
  const rest = createRest(engine.redis, TOKEN);
  const select = (): void => {
    openRedis({ url, token: TOKEN });
    mock.timers.setTime(sessionFor(count).createdAt * 1000);
  };
  return { engine, name, count, url, rest, select };
};
type Orders = Awaited<ReturnType<typeof openSide>>;

type Question = (side: Orders, n: number) => Promise<void>;

/** What is asked, and how often in a run: some answers are large, 25 orders or 91 periods. */
const QUESTIONS: Readonly<Record<string, readonly [question: Question, times: number]>> = {
  'the shop finds an order': [
    async (_, n) => {
      const facts = await findFacts(sessionFor(n).id);
      if (facts['product'] === undefined) throw new Error('an order is not found');
    },
    LOOKUPS,
  ],
  'Redis alone (HGETALL)': [
    async ({ engine }, n) => void (await engine.redis.hgetall(keys.order(sessionFor(n).id))),
    LOOKUPS,
  ],
  'a page of 25': [
    async ({ count }, n) => {
      const page = await listOrders(sessionFor(25 + (n % (count - 25))).id);
      if (page?.orders.length !== 25) throw new Error('not a whole page');
    },
    100,
  ],
  'sums of 90 days, with sales on 1 and on 90': [
    async () => {
      const { bars } = await findSales('90');
      if (bars.at(-1)?.sums.size === 0) throw new Error('nothing sold today');
    },
    100,
  ],
};

/** Turn by turn, so that whatever else the machine does meets them alike. Answers microseconds each. */
const compareOnce = async (
  sides: readonly Orders[],
  question: Question,
  lookups: number,
): Promise<number[]> => {
  const spent = sides.map(() => 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [which, side] of sides.entries()) {
      const wanted = Array.from({ length: lookups / TURNS }, () =>
        Math.floor(Math.random() * side.count),
      );
      side.select();
      const started = performance.now();
      for (const n of wanted) await question(side, n);
      spent[which] = (spent[which] ?? 0) + performance.now() - started;
    }
  }
  return spent.map((ms) => (1000 * ms) / lookups);
};

/** The first run warms up and does not count. */
const questionRow = async (
  sides: readonly Orders[],
  [words, [question, times]]: readonly [string, readonly [Question, number]],
): Promise<string[]> => {
  const figures: number[][] = [];
  for (let run = 0; run <= runs; run += 1) figures.push(await compareOnce(sides, question, times));
  const [few = [], many = []] = sides.map((_, which) =>
    figures.slice(1).map((spent) => spent[which] ?? Number.NaN),
  );
  return [words, spread(few), spread(many), ratio(median(many), median(few))];
};

const compare = async (...sides: readonly [Orders, Orders]): Promise<void> => {
  say(`filling with ${sides.map(({ count }) => count).join(' and ')} orders ...\n`);
  const bytes: number[][] = [];
  for (const { engine, count } of sides) {
    await engine.redis.config('SET', 'appendonly', 'no');
    bytes.push(await fill(engine.redis, count));
  }

  const heading = ['', ...sides.map(({ count }) => `${count} orders`), 'ratio'];
  const rows = [];
  for (const question of Object.entries(QUESTIONS)) rows.push(await questionRow(sides, question));
  say(`lookup in µs: median (least-most) of ${runs} runs of ${LOOKUPS}, turn by turn\n`);
  printTable([heading, ...rows]);

  say(`\nbytes of Redis's memory per order\n`);
  const parts = ['for good', 'for a month, to know its events'];
  printTable([
    heading,
    ...parts.map((part, index) => {
      const [few = Number.NaN, many = Number.NaN] = bytes.map((sizes) => sizes[index]);
      return [part, few.toFixed(0), many.toFixed(0), ratio(many, few)];
    }),
  ]);
};

const small = await openSide('small', Number(options.small));
const large = await openSide('large', Number(options.large));
const network = interceptFetch(
  new Map([small, large].map(({ url, rest }) => [url, (request) => rest.fetch(request)])),
);
try {
  if (small.engine.lasting) await compare(small, large);
  else {
    say('Needs redis-server, which is not installed here.\n');
    process.exitCode = 1;
  }
} finally {
  network.restore();
  await Promise.all([small, large].map(({ engine }) => engine.stop()));
  await rm(directory, { recursive: true, force: true });
}
