import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createOrderPages } from '../../netlify/orders/redis-pages.ts';
import { createOrders } from '../../netlify/orders/redis-orders.ts';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { createSums } from '../../netlify/orders/redis-sums.ts';
import { type AdminPorts, findOrder, listOrders } from '../../netlify/admin/order-queries.ts';
import { findSales } from '../../netlify/orders/sales.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { sessionFor } from '../shop/seed.ts';
import { interceptFetch } from '../model/outside.ts';
import { median, ratio, say, spread, table } from './figures.ts';
import { type Weight, fill, keys } from './orders.ts';

/** What an order costs in a small shop's Redis and in a large one's, side by side. */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '7' },
  },
});
const runs = Number(values.runs);
const LOOKUPS = 2000;
/** They move more at once: 25 orders, or 91 periods. */
const QUESTIONS = 100;
const TURNS = 20;
const TOKEN = 'token-of-the-bench';
const directory = await mkdtemp(path.join(tmpdir(), 'bench-'));

const openOrders = async (name: string, count: number) => {
  const engine = await startEngine(path.join(directory, name));
  const url = `http://${name}.localhost`;
  const client = { ...createRedisClient({ url, token: TOKEN }), keys };
  const orders = createOrders(client);
  const owner: AdminPorts = {
    orders: { ...orders, ...createOrderPages(client) },
    checkout: { findByPayment: () => Promise.resolve(null) },
    now: () => sessionFor(count).createdAt,
  };
  const rest = createRest(engine.redis, TOKEN);
  return { engine, name, count, url, rest, orders, owner, sums: createSums(client) };
};
type Orders = Awaited<ReturnType<typeof openOrders>>;

type Question = (side: Orders, n: number) => Promise<void>;

const find = async ({ orders }: Orders, n: number): Promise<void> => {
  const facts = await orders.find(sessionFor(n).id);
  if (facts['product'] === undefined) throw new Error('an order is not found');
};

const ask = async ({ engine }: Orders, n: number): Promise<void> =>
  void (await engine.redis.hgetall(keys.order(sessionFor(n).id)));

const findByReference = async ({ owner }: Orders, n: number): Promise<void> => {
  const found = await findOrder(owner, sessionFor(n).id.slice(-8));
  if (!found) throw new Error('an order is not found by its reference');
};

const turnPage = async ({ owner, count }: Orders, n: number): Promise<void> => {
  const after = sessionFor(25 + (n % (count - 25))).id;
  const page = await listOrders(owner, after);
  if (page?.orders.length !== 25) throw new Error('not a whole page');
};

const addUp =
  (range: 'today' | '90'): Question =>
  async ({ owner, sums }) => {
    const { bars } = await findSales({ sums, now: owner.now }, range);
    if (bars.at(-1)?.sums.size === 0) throw new Error('nothing sold today');
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
      const started = performance.now();
      for (const n of wanted) await question(side, n);
      spent[which] = (spent[which] ?? 0) + performance.now() - started;
    }
  }
  return spent.map((ms) => (1000 * ms) / lookups);
};

/** The first run warms up and does not count. */
const compareLookups = async (
  sides: readonly Orders[],
  question: Question,
  lookups = LOOKUPS,
): Promise<number[][]> => {
  const figures: number[][] = [];
  for (let run = 0; run <= runs; run += 1)
    figures.push(await compareOnce(sides, question, lookups));
  return sides.map((_, which) => figures.slice(1).map((times) => times[which] ?? Number.NaN));
};

const lookupRow = (words: string, [few = [], many = []]: readonly (readonly number[])[]) => [
  words,
  spread(few),
  spread(many),
  ratio(median(many), median(few)),
];

const total = (weights: readonly Weight[]): number =>
  weights.reduce((sum, { bytesPerOrder }) => sum + bytesPerOrder, 0);

const weigh = (part: string, few: number, many: number): string[] => [
  part,
  few.toFixed(0),
  many.toFixed(0),
  ratio(many, few),
];

const compare = async (small: Orders, large: Orders): Promise<void> => {
  for (const { engine } of [small, large]) await engine.redis.config('SET', 'appendonly', 'no');
  say(`filling with ${small.count} and ${large.count} orders ...\n`);
  const started = performance.now();
  const [ofSmall, ofLarge] = [
    await fill(small.engine.redis, small.count),
    await fill(large.engine.redis, large.count),
  ];
  say(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s\n\n`);

  const heading = [small, large].map(({ count }) => `${count} orders`);
  say(`lookup in µs: median (least-most) of ${runs} runs of ${LOOKUPS}, turn by turn\n`);
  say(
    table([
      ['', ...heading, 'ratio'],
      lookupRow('the shop finds an order', await compareLookups([small, large], find)),
      lookupRow('Redis alone (HGETALL)', await compareLookups([small, large], ask)),
      lookupRow('by its reference', await compareLookups([small, large], findByReference)),
      lookupRow('a page of 25', await compareLookups([small, large], turnPage, QUESTIONS)),
      lookupRow('sums of today', await compareLookups([small, large], addUp('today'), QUESTIONS)),
      lookupRow(
        'sums of 90 days, with sales on 1 and on 90',
        await compareLookups([small, large], addUp('90'), QUESTIONS),
      ),
    ]),
  );
  const parts = ofLarge.map(({ part, bytesPerOrder }, index) =>
    weigh(part, ofSmall[index]?.bytesPerOrder ?? Number.NaN, bytesPerOrder),
  );
  say(`\nbytes of Redis's memory per order\n`);
  say(table([['', ...heading, 'ratio'], ...parts, weigh('all', total(ofSmall), total(ofLarge))]));
};

const small = await openOrders('small', Number(values.small));
const large = await openOrders('large', Number(values.large));
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
