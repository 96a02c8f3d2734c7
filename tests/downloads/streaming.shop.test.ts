import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ACTIVE } from '../catalogue.ts';
import { buy } from '../shop/buying.ts';
import { archiveLink, linkTo } from '../shop/downloading.ts';
import { openGuideStore } from '../shop/guide-store.ts';
import { openTestShop } from '../shop/shop.ts';

const FILES = ACTIVE.length;

/** The largest guide that can be uploaded, and the largest that still make an archive of them all. */
const GUIDE_IN_BYTES = 18_000_000;
const PART_IN_BYTES = Math.floor(19_600_000 / FILES);

/** Large enough that what the system's sockets hold on the way is little beside it. */
const LONG_IN_BYTES = 100_000_000;

const DOWNLOADS = 12;

const shop = await openTestShop();
const session = await buy(shop, 'bundle');
const links = {
  guide: await linkTo(shop, 'guide-1', session),
  archive: await archiveLink(shop, session),
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What this process holds on to, in bytes. */
const held = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const open = async (link: string): Promise<Reader> => {
  const response = await shop.call(link);
  expect(response.status).toBe(200);
  if (!response.body) throw new Error('no body');
  return response.body.getReader();
};

/** Reads until so many bytes have come, or the end; answers how many did. */
const read = async (reader: Reader, bytes: number): Promise<number> => {
  let received = 0;
  while (received < bytes) {
    const { done, value } = await reader.read();
    if (done) return received;
    received += value.byteLength;
  }
  return received;
};

test.each([
  ['guides of 18 MB', links.guide, GUIDE_IN_BYTES, GUIDE_IN_BYTES],
  ['archives of nearly 20 MB', links.archive, PART_IN_BYTES, FILES * PART_IN_BYTES],
])(
  'a dozen %s at once, each half sent, are held in a tenth of their size',
  async (_, link, size, whole) => {
    await openGuideStore({ size });
    const before = held();
    const readers = await Promise.all(Array.from({ length: DOWNLOADS }, () => open(link)));
    const halves = await Promise.all(readers.map((reader) => read(reader, whole / 2)));
    // Polled, since V8 gives buffers back in its own time.
    await expect.poll(() => (held() - before) / (DOWNLOADS * whole)).toBeLessThan(0.1);
    const rests = await Promise.all(readers.map((reader) => read(reader, Infinity)));
    for (const [i, rest] of rests.entries()) {
      expect((halves[i] ?? 0) + rest).toBeGreaterThanOrEqual(whole);
    }
  },
);

/** Resolves to what is measured, once it no longer grows. */
const settled = async (measure: () => number): Promise<number> => {
  let last = -1;
  await expect
    .poll(
      () => {
        const now = measure();
        const grew = now !== last;
        last = now;
        return grew;
      },
      { interval: 200 },
    )
    .toBe(false);
  return last;
};

test('the store is not drained ahead of a slow reader, and let go when the reader leaves', async () => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const reader = await open(links.guide);
  await read(reader, 1);
  const sent = await settled(store.sent);
  expect(sent / LONG_IN_BYTES).toBeLessThan(0.25);
  await read(reader, LONG_IN_BYTES / 2);
  expect(await settled(store.sent)).toBeGreaterThan(sent);
  await reader.cancel();
  await expect.poll(store.streams).toBe(0);
  expect(store.sent()).toBeLessThan(LONG_IN_BYTES);
});

test.each(Object.entries(links))(
  'the %s that a buyer leaves before the first byte is let go',
  async (_, link) => {
    const store = await openGuideStore({ size: PART_IN_BYTES });
    const response = await shop.call(link);
    await response.body?.cancel();
    await expect.poll(store.streams).toBe(0);
  },
);

test('a question that needs no bytes leaves none running', async () => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const etag = (await shop.call(links.guide, { method: 'HEAD' })).headers.get('etag') ?? '';
  const ask = (headers: Record<string, string>) => shop.call(links.guide, { headers });
  expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  expect((await ask({ 'if-match': '"other"' })).status).toBe(412);
  expect((await ask({ range: `bytes=${LONG_IN_BYTES}-` })).status).toBe(416);
  const part = await ask({ range: 'bytes=0-9' });
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  await expect.poll(store.streams).toBe(0);
});
