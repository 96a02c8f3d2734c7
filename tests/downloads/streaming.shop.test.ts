import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openGuideStore } from '../shop/guide-store.ts';
import { openTestShop } from '../shop/shop.ts';

/** The largest guide that can be uploaded. */
const GUIDE_IN_BYTES = 18_000_000;

/** Large enough that what the system's sockets hold on the way is little beside it. */
const LONG_IN_BYTES = 100_000_000;

const DOWNLOADS = 12;

const shop = await openTestShop();
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, 'guide-1', session);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What this process holds on to, in bytes. */
const held = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const open = async (): Promise<Reader> => {
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

test('a dozen guides of 18 MB at once, each half sent, are held in a tenth of their size', async () => {
  const whole = GUIDE_IN_BYTES;
  await openGuideStore({ size: whole });
  const before = held();
  const readers = await Promise.all(Array.from({ length: DOWNLOADS }, open));
  const halves = await Promise.all(readers.map((reader) => read(reader, whole / 2)));
  // Polled, since V8 gives buffers back in its own time.
  await expect.poll(() => (held() - before) / (DOWNLOADS * whole)).toBeLessThan(0.1);
  const rests = await Promise.all(readers.map((reader) => read(reader, Infinity)));
  for (const [i, rest] of rests.entries()) {
    expect((halves[i] ?? 0) + rest).toBeGreaterThanOrEqual(whole);
  }
});

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
  const reader = await open();
  await read(reader, 1);
  const sent = await settled(store.sent);
  expect(sent / LONG_IN_BYTES).toBeLessThan(0.25);
  await read(reader, LONG_IN_BYTES / 2);
  expect(await settled(store.sent)).toBeGreaterThan(sent);
  await reader.cancel();
  await expect.poll(store.streams).toBe(0);
  expect(store.sent()).toBeLessThan(LONG_IN_BYTES);
});

test('a guide that a buyer leaves before the first byte is let go', async () => {
  const store = await openGuideStore({ size: GUIDE_IN_BYTES });
  const response = await shop.call(link);
  await response.body?.cancel();
  await expect.poll(store.streams).toBe(0);
});

test('a question that needs no bytes leaves none running', async () => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const etag = (await shop.call(link, { method: 'HEAD' })).headers.get('etag') ?? '';
  const ask = (headers: Record<string, string>) => shop.call(link, { headers });
  expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  expect((await ask({ 'if-match': '"other"' })).status).toBe(412);
  expect((await ask({ range: `bytes=${LONG_IN_BYTES}-` })).status).toBe(416);
  const part = await ask({ range: 'bytes=0-9' });
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  await expect.poll(store.streams).toBe(0);
});
