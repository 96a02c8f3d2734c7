import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createOrderKeys } from '../../netlify/adapters/order-keys.ts';
import { createOrders } from '../../netlify/adapters/orders-redis.ts';
import { createRedisClient } from '../../netlify/adapters/redis-client.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { interceptFetch } from '../model/outside.ts';
import { median, say, table } from './figures.ts';
import { type Weight, fill, orderKey, sessionFor } from './orders.ts';

/** `npm run bench:orders`: what an order costs in a small shop's Redis and in a large one's, side by side. */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '7' },
  },
});
const runs = Number(values.runs);
const LOOKUPS = 2000;
const TURNS = 40;
const TOKEN = 'token-of-the-bench';
const directory = await mkdtemp(path.join(tmpdir(), 'bench-'));

const openShelf = async (name: string, count: number) => {
  const engine = await startEngine(path.join(directory, name));
  const url = `http://${name}.localhost`;
  const orders = createOrders({
    ...createRedisClient({ url, token: TOKEN }),
    keys: createOrderKeys('dev'),
  });
  const rest = createRest(engine.redis, TOKEN);
  return {
    engine,
    name,
    count,
    url,
    rest,
    orders,
    adapter: [] as number[],
    server: [] as number[],
  };
};
type Shelf = Awaited<ReturnType<typeof openShelf>>;

const find = async ({ orders }: Shelf, n: number): Promise<void> => {
  const facts = await orders.find(sessionFor(n));
  if (facts['product'] === undefined) throw new Error('an order is not found');
};

const ask = async ({ engine }: Shelf, n: number): Promise<void> =>
  void (await engine.redis.hgetall(orderKey(n)));

type Look = (shelf: Shelf, n: number) => Promise<void>;

/** Turn by turn, so that whatever else the machine does meets them alike. Answers microseconds each. */
const compareOnce = async (shelves: readonly Shelf[], look: Look): Promise<number[]> => {
  const spent = shelves.map(() => 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [which, shelf] of shelves.entries()) {
      const wanted = Array.from({ length: LOOKUPS / TURNS }, () =>
        Math.floor(Math.random() * shelf.count),
      );
      const started = performance.now();
      for (const n of wanted) await look(shelf, n);
      spent[which] = (spent[which] ?? 0) + performance.now() - started;
    }
  }
  return spent.map((ms) => (1000 * ms) / LOOKUPS);
};

/** The first run warms up and does not count. */
const compareLookups = async (shelves: readonly Shelf[], look: Look): Promise<number[][]> => {
  const figures: number[][] = [];
  for (let run = 0; run <= runs; run += 1) figures.push(await compareOnce(shelves, look));
  return shelves.map((_, which) => figures.slice(1).map((times) => times[which] ?? Number.NaN));
};

const spread = (figures: readonly number[]): string =>
  `${median(figures).toFixed(0)} (${Math.min(...figures).toFixed(0)}-${Math.max(...figures).toFixed(0)})`;

const lookupRow = (words: string, [few = [], many = []]: readonly (readonly number[])[]) => [
  words,
  spread(few),
  spread(many),
  (median(many) / median(few)).toFixed(2),
];

const total = (weights: readonly Weight[]): number =>
  weights.reduce((sum, { bytesPerOrder }) => sum + bytesPerOrder, 0);

const bytes = (figure: number): string => figure.toFixed(0);

const compare = async (small: Shelf, large: Shelf): Promise<void> => {
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
    ]),
  );
  const parts = ofLarge.map(({ part, bytesPerOrder }, index) => [
    part,
    bytes(ofSmall[index]?.bytesPerOrder ?? Number.NaN),
    bytes(bytesPerOrder),
  ]);
  say(`\nbytes of Redis's memory per order\n`);
  say(table([['', ...heading], ...parts, ['all', bytes(total(ofSmall)), bytes(total(ofLarge))]]));
};

const small = await openShelf('small', Number(values.small));
const large = await openShelf('large', Number(values.large));
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
