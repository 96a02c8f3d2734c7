import { ownerCookie } from '../model/overrides.ts';
import { SITE, openWorld } from '../model/world.ts';
import { claim, inMebibytes, optionsOf, printTable, timeOf } from './figures.ts';
import { fill } from './orders.ts';

/**
 * `npm run bench -- csv`: the export of a small shop's orders and of a large one's. Ends with 1 where a line is
 * missing, or where memory grows with the orders.
 */
const options = optionsOf({ small: '1000', large: '100000' });
/** The most that the heap may be of the small shop's; a chunk of 500 orders is in either. */
const MOST_GROWTH = 1.3;
const CHUNKS_BETWEEN_SAMPLES = 10;

const world = await openWorld();

const inUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/**
 * In bytes: `heap` is the most that was in use while it streamed, waste collected; `grown`, what the process took
 * more, with the stand-in for Upstash in it.
 */
const exportAll = async () => {
  const headers = { cookie: await ownerCookie() };
  inUse();
  const { rss } = process.memoryUsage();
  let [lines, bytes, chunks, heap, grown] = [0, 0, 0, 0, 0];
  const { ms } = await timeOf(async () => {
    const response = await world.call(new Request(`${SITE}/api/admin/orders.csv`, { headers }));
    if (response.status !== 200 || !response.body) throw new Error(`answered ${response.status}`);
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      for (const byte of chunk) lines += byte === 0x0a ? 1 : 0;
      if (chunks % CHUNKS_BETWEEN_SAMPLES === 0) heap = Math.max(heap, inUse());
      grown = Math.max(grown, process.memoryUsage().rss - rss);
      chunks += 1;
    }
  });
  return { lines, bytes, seconds: ms / 1000, heap, grown };
};

const measure = async (orders: number) => {
  await world.reset();
  await fill(world.redis, orders);
  await exportAll(); // the first fills caches
  return { orders, ...(await exportAll()) };
};

try {
  const small = await measure(Number(options.small));
  const large = await measure(Number(options.large));
  printTable([
    ['orders', 'lines', 'MiB', 'bytes each', 's', 'orders/s', 'heap MiB', 'RSS grown by MiB'],
    ...[small, large].map(({ orders, lines, bytes, seconds, heap, grown }) => [
      String(orders),
      String(lines),
      inMebibytes(bytes),
      (bytes / orders).toFixed(0),
      seconds.toFixed(1),
      (orders / seconds).toFixed(0),
      inMebibytes(heap),
      inMebibytes(grown),
    ]),
  ]);
  const isWhole = [small, large].every(({ orders, lines }) => lines === orders + 1);
  claim(isWhole, 'every order has a line');
  claim(large.heap <= small.heap * MOST_GROWTH, 'memory does not grow with the orders');
} finally {
  await world.close();
}
