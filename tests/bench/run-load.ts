import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { createBlobsClient } from '../../netlify/clients/blobs.ts';
import { createGuides } from '../../netlify/guides/blobs-guides.ts';
import { listen } from '../fuzz/log.ts';
import { SITE, openWorld } from '../model/world.ts';
import { STEPS, type Times, noTimes, shop, timed } from './buyer.ts';
import { inMebibytes, median, quantile, say, table } from './figures.ts';

/**
 * `npm run bench -- load`: so many buyers at once, round after round, and beside them a few who have the
 * shop to themselves. Ends with 1 where a buyer does not get their file, or where memory grows.
 */
const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    delay: { type: 'string', default: '150' },
  },
});
const buyers = Number(values.buyers);
const rounds = Number(values.rounds);
const delayMs = Number(values.delay);
const SOLO_BUYERS = 10;
const GUIDE_BYTES = 300_000;
/** The most that the heap of the last round may be of the second's; the first still fills caches. */
const MOST_GROWTH = 1.3;

const world = await openWorld();
const guides = createGuides(createBlobsClient(), 'dev');
const hashes = new Map<string, string>();
for (const { file_name: name } of catalogJson.products) {
  const bytes = Uint8Array.from(randomBytes(GUIDE_BYTES));
  await guides.put(name, bytes.buffer);
  hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
}

let times = noTimes();
const outside = globalThis.fetch;
// Stripe's webhooks come to the shop's own address. A sale has several; one of them makes the order.
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(SITE)) return outside(request);
  const body = await request.clone().text();
  const answer = world.call(request);
  return body.includes('"checkout.session.completed"') ? timed(times, 'webhook', answer) : answer;
};

let served = 0;
const failures: string[] = [];
const serve = async (into: Times): Promise<void> => {
  served += 1;
  await shop({ world, hashes }, served, into).catch((error: unknown) => {
    failures.push(error instanceof Error ? error.message : String(error));
  });
};

const solo = noTimes();
const crowd = noTimes();
const log = listen();
const memory = [['round', 'buyers/s', 'heap MiB', 'RSS MiB']];
const heaps: number[] = [];
let fulfilled = 0;
let soloMs = 0;
let crowdMs = 0;

const inTime = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const runRound = async (round: number): Promise<void> => {
  await world.reset();
  await world.faults({ api: { delayMs } });
  times = solo;
  soloMs += await inTime(async () => {
    for (let n = 0; n < SOLO_BUYERS; n += 1) await serve(solo);
  });
  times = crowd;
  const ms = await inTime(() => Promise.all(Array.from({ length: buyers }, () => serve(crowd))));
  crowdMs += ms;
  fulfilled += log.take().filter((line) => line.includes('"order fulfilled"')).length;
  // What the stand-in remembers is not the shop's.
  await world.reset();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  heaps.push(heapUsed);
  const perSecond = ((1000 * buyers) / ms).toFixed(1);
  memory.push([String(round), perSecond, inMebibytes(heapUsed), inMebibytes(rss)]);
};

try {
  for (let round = 1; round <= rounds; round += 1) await runRound(round);
} finally {
  log.stop();
  globalThis.fetch = outside;
  await world.close();
}

const inMs = (figure: number): string => figure.toFixed(1);
const rowOf = (step: (typeof STEPS)[number]): string[] => {
  const [alone, together] = [solo[step], crowd[step]];
  const shares = [0.5, 0.9, 0.99, 1].map((share) => inMs(quantile(together, share)));
  const ratio = (median(together) / median(alone)).toFixed(1);
  return [step, ...shares, inMs(median(alone)), ratio];
};

say(`${buyers} buyers at once, ${rounds} rounds, ${delayMs} ms in every call of Stripe\n\n`);
say(table([['ms', 'p50', 'p90', 'p99', 'max', 'alone p50', 'ratio'], ...STEPS.map(rowOf)]));
say(`\n"pay" is the stand-in's time and the webhook's; "alone" is one buyer at a time.\n\n`);
const perSecond = (count: number, ms: number): string => ((1000 * count) / ms).toFixed(1);
const [together, alone] = [
  perSecond(buyers * rounds, crowdMs),
  perSecond(SOLO_BUYERS * rounds, soloMs),
];
say(`throughput: ${together} buyers/s together, ${alone} buyers/s one at a time\n\n`);
say(table(memory));

const growth = (heaps.at(-1) ?? 0) / (heaps[1] ?? Number.NaN);
const completed = served - failures.length;
say(`\n${completed} of ${served} buyers completed, ${fulfilled} orders fulfilled\n`);
if (heaps.length > 2)
  say(`heap of the last round: ${growth.toFixed(2)} times that of the second\n`);
for (const failure of new Set(failures)) say(`failed: ${failure}\n`);
const isFlat = heaps.length < 3 || growth <= MOST_GROWTH;
if (!isFlat) say(`memory grows: more than ${MOST_GROWTH} times\n`);
process.exitCode = completed === served && fulfilled === served && isFlat ? 0 : 1;
