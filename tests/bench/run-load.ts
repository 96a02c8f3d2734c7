import { createHash } from 'node:crypto';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { listen } from '../fuzz/log.ts';
import { SITE, openWorld } from '../model/world.ts';
import {
  claim,
  inMebibytes,
  median,
  optionsOf,
  printTable,
  quantile,
  say,
  timeOf,
} from './figures.ts';
import { putGuides } from './guides.ts';

/**
 * `npm run bench -- load`: so many buyers at once, round after round, and beside them a few who have the
 * shop to themselves. Ends with 1 where a buyer does not get their file, or where memory grows.
 */
const options = optionsOf({ buyers: '200', rounds: '5', delay: '150' });
const buyers = Number(options.buyers);
const rounds = Number(options.rounds);
const delayMs = Number(options.delay);
const SOLO_BUYERS = 10;
const GUIDE_BYTES = 300_000;
/** The most that the heap of the last round may be of the second's; the first still fills caches. */
const MOST_GROWTH = 1.3;

const STEPS = ['create', 'pay', 'webhook', 'verify', 'access', 'download', 'all'] as const;
type Step = (typeof STEPS)[number];
/** Milliseconds that each step took, for each buyer. */
type Times = Record<Step, number[]>;
const noTimes = (): Times => ({
  create: [],
  pay: [],
  webhook: [],
  verify: [],
  access: [],
  download: [],
  all: [],
});

const world = await openWorld();
const hashes = await putGuides(GUIDE_BYTES);

let times = noTimes();
const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
  const into = times[step];
  const { ms, done } = await timeOf(work);
  into.push(ms);
  return done;
};

const outside = globalThis.fetch;
// Stripe's webhooks come to the shop's own address. A sale has several; one of them makes the order.
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(SITE)) return outside(request);
  const body = await request.clone().text();
  const answer = () => world.call(request);
  return body.includes('"checkout.session.completed"') ? timed('webhook', answer) : answer();
};

const sha256 = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of body ?? []) hash.update(chunk);
  return hash.digest('hex');
};

/** A buyer with an address of their own, from the buy button to the last byte. Throws where a step fails. */
const shopping = async (n: number): Promise<void> => {
  const product = catalogJson.products[n % catalogJson.products.length];
  if (!product) throw new Error('no products');
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'content-type': 'application/json', 'x-nf-client-connection-ip': address };
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await world.call(new Request(SITE + path, { ...init, headers }));
    if (!response.ok) throw new Error(`${path.slice(0, 20)} answered ${response.status}`);
    return response;
  };
  const post = async (path: string, body: object) =>
    (await call(path, { method: 'POST', body: JSON.stringify(body) })).json();

  const { product_type: productType } = product;
  const { url } = await timed('create', () => post('/api/create-payment', { productType }));
  const session = /cs_test_\w+/.exec(url)?.[0] ?? '';
  // Like Stripe, the stand-in lets the buyer go once the webhook is answered.
  if (!(await timed('pay', () => world.control('pay', { session })))) throw new Error('not paid');
  const sessionId = { sessionId: session };
  const { status } = await timed('verify', () => post('/api/verify-payment', sessionId));
  if (status !== 'paid') throw new Error(`paid, and yet ${status}`);
  const wanted = { product_id: product.id, session_id: session };
  const { files } = await timed('access', () => post('/api/secure-file-access', wanted));
  const hash = await timed('download', async () => sha256((await call(files[0].downloadUrl)).body));
  if (hash !== hashes.get(product.file_name)) throw new Error('another file');
};

let served = 0;
const failures: string[] = [];
const serve = async (): Promise<void> => {
  const n = (served += 1);
  await timed('all', () => shopping(n)).catch((error: unknown) => {
    failures.push(error instanceof Error ? error.message : String(error));
  });
};

const solo = noTimes();
const crowd = noTimes();
const log = listen();
const memory = [['round', 'buyers/s', 'heap MiB', 'RSS MiB']];
const heaps: number[] = [];
const spent = { solo: 0, crowd: 0 };
let fulfilled = 0;
const perSecond = (count: number, ms: number): string => ((1000 * count) / ms).toFixed(1);

const runRound = async (round: number): Promise<void> => {
  await world.reset();
  await world.faults({ api: { delayMs } });
  times = solo;
  const alone = await timeOf(async () => {
    for (let n = 0; n < SOLO_BUYERS; n += 1) await serve();
  });
  times = crowd;
  const { ms } = await timeOf(() => Promise.all(Array.from({ length: buyers }, serve)));
  spent.solo += alone.ms;
  spent.crowd += ms;
  fulfilled += log.take().filter((line) => line.includes('"order fulfilled"')).length;
  // What the stand-in remembers is not the shop's.
  await world.reset();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  heaps.push(heapUsed);
  memory.push([String(round), perSecond(buyers, ms), inMebibytes(heapUsed), inMebibytes(rss)]);
};

try {
  for (let round = 1; round <= rounds; round += 1) await runRound(round);
} finally {
  log.stop();
  globalThis.fetch = outside;
  await world.close();
}

say(`${buyers} buyers at once, ${rounds} rounds, ${delayMs} ms in every call of Stripe\n\n`);
printTable([
  ['ms', 'p50', 'p90', 'p99', 'max', 'alone p50', 'ratio'],
  ...STEPS.map((step): string[] => {
    const [alone, together] = [solo[step], crowd[step]];
    const shares = [0.5, 0.9, 0.99, 1].map((share) => quantile(together, share).toFixed(1));
    const by = (median(together) / median(alone)).toFixed(1);
    return [`${step}`].concat(shares, median(alone).toFixed(1), by);
  }),
]);
say(`\n"pay" is the stand-in's time and the webhook's; "alone" is one buyer at a time.\n\n`);
const [together, alone] = [
  perSecond(buyers * rounds, spent.crowd),
  perSecond(SOLO_BUYERS * rounds, spent.solo),
];
say(`throughput: ${together} buyers/s together, ${alone} buyers/s one at a time\n\n`);
printTable(memory);

const completed = served - failures.length;
const growth = heaps.length > 2 ? (heaps.at(-1) ?? 0) / (heaps[1] ?? Number.NaN) : 1;
for (const failure of new Set(failures)) say(`failed: ${failure}\n`);
claim(
  completed === served && fulfilled === served,
  `${completed} of ${served} buyers completed, ${fulfilled} orders fulfilled`,
);
claim(
  growth <= MOST_GROWTH,
  `the heap of the last round is ${growth.toFixed(2)} times that of the second`,
);
