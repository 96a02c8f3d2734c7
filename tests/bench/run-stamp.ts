import { randomBytes } from 'node:crypto';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { catalogue } from '../../netlify/catalogue.ts';
import { createBlobsClient } from '../../netlify/clients/blobs.ts';
import { createGuides } from '../../netlify/guides/blobs-guides.ts';
import { LINE_BYTES } from '../../netlify/guides/stamp/line.ts';
import { listen } from '../fuzz/log.ts';
import { SITE, openWorld } from '../model/world.ts';
import { claim, median, optionsOf, printTable, say, spread } from './figures.ts';

/**
 * `npm run bench -- stamp`: downloads with their order's line in them, next to the same files without. Ends
 * with 1 where the line makes the first byte later, or all of them slower, than is claimed.
 */
const options = optionsOf({ rounds: '200' });
const rounds = Number(options.rounds);
/** The most that a download may take of the time that it takes without. */
const MOST = 1.05;

const CASES = [
  ['a guide of 2 MB', 2_000_000],
  ['a guide of 18 MB', 18_000_000],
] as const;

const world = await openWorld();
const guides = createGuides(createBlobsClient(), 'dev');

/** A guide of so many bytes for every product, with room for a line near its end. */
const putGuides = async (bytes: number): Promise<void> => {
  const stamp = { at: bytes - 5000, length: LINE_BYTES };
  for (const { file_name: name } of catalogJson.products) {
    const file = Uint8Array.from(randomBytes(bytes)).fill(0x20, stamp.at, stamp.at + LINE_BYTES);
    const edition = { id: 'bench', since: '2026-11-22T00:00:00.000Z' };
    await guides.publish(name, file.buffer, edition, stamp);
  }
};

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await world.call(new Request(SITE + path, init))).json();
};

const buy = async (): Promise<string> => {
  const { url } = await post('/api/create-payment', { productType: 'bundle' });
  const session: string = /cs_test_\w+/.exec(url)?.[0] ?? '';
  await world.control('pay', { session });
  await post('/api/verify-payment', { sessionId: session });
  return session;
};

const linkTo = async (session: string): Promise<string> => {
  const wanted = { product_id: 'guide-1', session_id: session };
  const { files } = await post('/api/secure-file-access', wanted);
  return files[0].downloadUrl;
};

/** Milliseconds to the first byte and to the last, and of the processor for all of it. */
const download = async (link: string) => {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { body, status } = await world.call(new Request(SITE + link));
  if (status !== 200) throw new Error(`answered ${status}`);
  let [first, bytes] = [0, 0];
  for await (const chunk of body ?? []) {
    first ||= performance.now() - started;
    bytes += chunk.byteLength;
  }
  const { user, system } = process.cpuUsage(before);
  return { first, all: performance.now() - started, cpu: (user + system) / 1000, bytes };
};
type Times = Awaited<ReturnType<typeof download>>;

const measure = async (link: string) => {
  const times = { with: [] as Times[], without: [] as Times[] };
  for (let round = -5; round < rounds; round += 1) {
    // Turn by turn, and each is first in every other round.
    for (const isStamped of round % 2 ? [true, false] : [false, true]) {
      catalogue.stamp = isStamped;
      const time = await download(link);
      if (round >= 0) times[isStamped ? 'with' : 'without'].push(time);
    }
  }
  return times;
};

const table = [['ms', 'with the line', 'without', 'ratio', 'MB/s']];
const claims: [boolean, string][] = [];
const log = listen();
try {
  const session = await buy();
  for (const [what, size] of CASES) {
    await putGuides(size);
    const times = await measure(await linkTo(session));
    for (const at of ['first', 'all', 'cpu'] as const) {
      const [stamped, bare] = [times.with, times.without].map((all) => all.map((one) => one[at]));
      const ratio = median(stamped ?? []) / median(bare ?? []);
      const speed = (times.with[0]?.bytes ?? 0) / 1000 / median(stamped ?? []);
      const figures = [stamped, bare].map((all) => spread(all ?? [], 2));
      const name = { first: 'first byte', all: 'last byte', cpu: 'processor' }[at];
      const [one = '', other = ''] = figures;
      table.push([
        `${what}: ${name}`,
        one,
        other,
        ratio.toFixed(3),
        at === 'all' ? speed.toFixed(0) : '',
      ]);
      if (at !== 'cpu')
        claims.push([ratio <= MOST, `${what}, ${name}: at most ${MOST} times as late`]);
    }
  }
} finally {
  log.stop();
  await world.close();
}
printTable(table);
say('\n');
for (const [holds, words] of claims) claim(holds, words);
