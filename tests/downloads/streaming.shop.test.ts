import { afterEach, describe, expect, test, vi } from 'vitest';
import { buy } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openGuideStore } from '../shop/guide-store.ts';
import { openTestShop } from '../shop/shop.ts';

/** Large enough that what the system's sockets hold on the way is little beside it. */
const LONG_IN_BYTES = 100_000_000;

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { openBlobs } = await import('../../netlify/clients/blobs.ts');
const { openGuide } = await import('../../netlify/guides/blobs-guides.ts');
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, 'guide-1', session);

type Reader = ReadableStreamDefaultReader<Uint8Array>;

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

/** Resolves to what is measured, once it no longer grows. */
const settled = async (measure: () => number): Promise<number> => {
  let last = -1;
  const hasGrown = () => last !== (last = measure());
  await expect.poll(hasGrown, { interval: 100 }).toBe(false);
  return last;
};

test('the store is not drained ahead of a slow reader, and let go when the reader leaves', async () => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const { body } = await shop.call(link);
  const reader = body?.getReader() as Reader;
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
  const store = await openGuideStore({ size: LONG_IN_BYTES });
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

const open = async (stall = 10_000): Promise<Response> => {
  openBlobs({ times: { start: 5000, stall, write: 5000, beforeRetry: 1 } });
  const guide = await openGuide('Money-Smart-Kids-Ages-6-10.pdf');
  return new Response(guide?.body);
};

describe('a stream of the store', () => {
  const size = 1_000_000;
  afterEach(() => openBlobs({}));

  test('that falls silent is given up', async () => {
    await openGuideStore({ size, stalls: size / 2 });
    await expect((await open(50)).arrayBuffer()).rejects.toThrow('no byte in time');
  });

  test('is not given up because its reader is slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openGuideStore({ size });
    const reader = (await open()).body?.getReader() as Reader;
    const received = await read(reader, 1);
    // Once the chunk read ahead has come, nothing is timed until the reader goes on.
    await expect.poll(vi.getTimerCount).toBe(0);
    vi.useRealTimers();
    expect(received + (await read(reader, Infinity))).toBe(size);
  });

  test.each([
    ['fewer', size - 1],
    ['more', size + 1],
  ])('that brings %s bytes than the guide has is an error, not an end', async (_, ends) => {
    await openGuideStore({ size, ends });
    await expect((await open()).arrayBuffer()).rejects.toThrow('another length');
  });
});
