import { parseArgs } from 'node:util';
import { ownerCookie } from '../model/overrides.ts';
import { SITE, openWorld } from '../model/world.ts';
import { inMebibytes, say, table } from './figures.ts';
import { fill } from './orders.ts';

/**
 * `npm run bench -- csv`: the export of a small shop's orders and of a large one's. Ends with 1 where a line is
 * missing, or where memory grows with the orders.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '100000' },
  },
});
/** The most that the heap may be of the small shop's; a chunk of 500 orders is in either. */
const MOST_GROWTH = 1.3;
const CHUNKS_BETWEEN_LOOKS = 10;

const world = await openWorld();

type Figures = {
  readonly orders: number;
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  /** The most that was in use while it streamed, waste collected; bytes. */
  readonly heap: number;
  /** What the process took more while it streamed, with the stand-in for Upstash in it; bytes. */
  readonly grown: number;
};

const inUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const exportAll = async (): Promise<Omit<Figures, 'orders'>> => {
  const cookie = await ownerCookie();
  inUse();
  const { rss } = process.memoryUsage();
  const started = performance.now();
  const address = `${SITE}/api/admin/orders.csv`;
  const response = await world.call(new Request(address, { headers: { cookie } }));
  if (response.status !== 200 || !response.body) throw new Error(`answered ${response.status}`);
  let [lines, bytes, chunks, heap, grown] = [0, 0, 0, 0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    for (const byte of chunk) lines += byte === 0x0a ? 1 : 0;
    if (chunks % CHUNKS_BETWEEN_LOOKS === 0) heap = Math.max(heap, inUse());
    grown = Math.max(grown, process.memoryUsage().rss - rss);
    chunks += 1;
  }
  return { lines, bytes, seconds: (performance.now() - started) / 1000, heap, grown };
};

const measure = async (orders: number): Promise<Figures> => {
  await world.reset();
  await fill(world.redis, orders);
  await exportAll(); // the first fills caches
  return { orders, ...(await exportAll()) };
};

const rowOf = ({ orders, lines, bytes, seconds, heap, grown }: Figures): string[] => [
  String(orders),
  String(lines),
  inMebibytes(bytes),
  (bytes / orders).toFixed(0),
  seconds.toFixed(1),
  (orders / seconds).toFixed(0),
  inMebibytes(heap),
  inMebibytes(grown),
];

try {
  const small = await measure(Number(values.small));
  const large = await measure(Number(values.large));
  say(
    table([
      [
        'orders',
        'lines',
        'MiB',
        'bytes each',
        's',
        'orders a second',
        'heap MiB',
        'RSS grown by MiB',
      ],
      rowOf(small),
      rowOf(large),
    ]),
  );
  const isWhole = [small, large].every(({ orders, lines }) => lines === orders + 1);
  if (!isWhole || large.heap > small.heap * MOST_GROWTH) {
    say(isWhole ? 'Memory grows with the orders.\n' : 'Lines are missing.\n');
    process.exitCode = 1;
  }
} finally {
  await world.close();
}
