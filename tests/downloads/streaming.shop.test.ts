import { afterEach, expect, test, vi } from 'vitest';
import { access, buy } from '../shop/buying.ts';
import { bytesOf, linkTo, stored } from '../shop/downloading.ts';
import { openGuideStore } from '../shop/guide-store.ts';
import { GUIDE } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

/** Large enough that what the system's sockets hold on the way is little beside it. */
const LONG_IN_BYTES = 100_000_000;

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { openBlobs } = await import('../../netlify/platform/blobs.ts');
const { openGuide } = await import('../../netlify/guides/blobs-guides.ts');
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, 'guide-1', session);

afterEach(() => {
  openBlobs({});
  shop.failBlobs('none');
  vi.useRealTimers();
});

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

test('the store is not drained ahead of a slow reader, and let go when the reader leaves', async () => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const { body } = await shop.call(link);
  const reader = body?.getReader() as Reader;
  await read(reader, 1);
  let last = -1;
  const isStill = () => last === (last = store.sent());
  await expect.poll(isStill, { interval: 100 }).toBe(true);
  expect(last / LONG_IN_BYTES).toBeLessThan(0.25);
  await reader.cancel();
  await expect.poll(store.streams).toBe(0);
  expect(store.sent()).toBeLessThan(LONG_IN_BYTES);
});

test.each([
  ['nothing', {}, 200],
  ['If-None-Match', { 'if-none-match': '*' }, 304],
  ['If-Match', { 'if-match': '"other"' }, 412],
  ['a range beyond the end', { range: `bytes=${LONG_IN_BYTES}-` }, 416],
  ['a range', { range: 'bytes=0-9' }, 206],
])('a guide asked for with %s and left at once is let go', async (_what, headers, status) => {
  const store = await openGuideStore({ size: LONG_IN_BYTES });
  const response = await shop.call(link, { headers });
  expect(response.status).toBe(status);
  await response.body?.cancel();
  await expect.poll(store.streams).toBe(0);
});

const SIZE = 1_000_000;
const open = async (stall = 10_000): Promise<Response> => {
  openBlobs({ times: { start: 5000, stall, write: 5000, beforeRetry: 1 } });
  return new Response((await openGuide(GUIDE.fileName))?.body);
};

test.each([
  ['falls silent', { stalls: SIZE / 2 }, 50, 'no byte in time'],
  ['brings fewer bytes than the guide has', { ends: SIZE - 1 }, 10_000, 'another length'],
  ['brings more bytes than the guide has', { ends: SIZE + 1 }, 10_000, 'another length'],
])('a stream of the store that %s is an error, not an end', async (_what, how, stall, says) => {
  await openGuideStore({ size: SIZE, ...how });
  await expect((await open(stall)).arrayBuffer()).rejects.toThrow(says);
});

test('a stream of the store is not given up because its reader is slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openGuideStore({ size: SIZE });
  const reader = (await open()).body?.getReader() as Reader;
  const received = await read(reader, 1);
  // Once the chunk read ahead has come, nothing is timed until the reader goes on.
  await expect.poll(vi.getTimerCount).toBe(0);
  vi.useRealTimers();
  expect(received + (await read(reader, Infinity))).toBe(SIZE);
});

/** tests/http/chaos.shop.test.ts has a store that fails for longer. */
const FAULTS = ['refused', '429', '500'] as const;
test.each(FAULTS)('a store that fails once (%s) is asked once more', async (fault) => {
  for (const ask of [() => access(shop, 'guide-1', session), () => shop.call(link)]) {
    const before = shop.callsTo('blobs');
    shop.failBlobs(fault, 1);
    const response = await ask();
    expect(response.status).toBe(200);
    expect(shop.callsTo('blobs') - before).toBe(2);
    await response.body?.cancel();
  }
});

test('a file that breaks off in the middle, over the wire too, is completed by a range', async () => {
  shop.failBlobs('cut');
  const { body, headers } = await fetch(shop.siteUrl + link);
  const received: Uint8Array[] = [];
  const readAll = async () => {
    for await (const chunk of body ?? []) received.push(chunk);
  };
  await expect(readAll()).rejects.toThrow('terminated');
  shop.failBlobs('none');
  const part = Buffer.concat(received);
  expect(part.length).toBeGreaterThan(0);
  const rest = await fetch(shop.siteUrl + link, {
    headers: { range: `bytes=${part.length}-`, 'if-range': headers.get('etag') ?? '' },
  });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([part, await bytesOf(rest)]);
  expect(whole.equals(await stored(GUIDE.fileName))).toBe(true);
});
