import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buy } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { runOnce } from '../model/outside.ts';
import { BLOBS, REDIS, SITE, openWorld } from '../model/world.ts';

const world = await openWorld();
afterAll(world.close);

let session = '';
let url = '';
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await world.reset();
  session = await buy(world);
  url = await newLink();
});

const newLink = async (product = 'guide-1'): Promise<string> => {
  const body = { product_id: product, session_id: session };
  const { files } = await (await world.call(post('/api/secure-file-access', body))).json();
  return SITE + files[0].downloadUrl;
};

const fetchFile = async (init: RequestInit = {}): Promise<number> => {
  const response = await world.call(new Request(url, init));
  await response.arrayBuffer();
  return response.status;
};

const downloads = async (): Promise<string[]> => {
  await world.call(post('/api/verify-payment', { sessionId: session }));
  const facts = Object.keys(await world.redis.hgetall(`order:dev:${session}`));
  return facts.filter((name) => name.startsWith('download:')).toSorted();
};

describe('a download', () => {
  test('is noted with the order once, however often its link is followed', async () => {
    for (let time = 0; time < 3; time += 1) expect(await fetchFile()).toBe(200);
    expect(await downloads()).toEqual([expect.stringMatching(/^download:guide-1:\d{10}$/)]);
  });

  test('of another file, and of the ZIP file, is another', async () => {
    await fetchFile();
    url = await newLink('guide-2');
    await fetchFile();
    const body = { product_id: 'bundle', session_id: session };
    const { archive } = await (await world.call(post('/api/secure-file-access', body))).json();
    url = SITE + archive.downloadUrl;
    await fetchFile();
    expect(await downloads()).toEqual([
      expect.stringMatching(/^download:bundle\.zip:/),
      expect.stringMatching(/^download:guide-1:/),
      expect.stringMatching(/^download:guide-2:/),
    ]);
  });

  test('that begins as an open range counts, as a download manager begins it', async () => {
    expect(await fetchFile({ headers: { range: 'bytes=0-' } })).toBe(206);
    expect(await downloads()).toHaveLength(1);
  });

  test.each([
    ['a look at its head', { method: 'HEAD' }],
    ['a part of it', { headers: { range: 'bytes=0-3' } }],
    ['the rest of it', { headers: { range: 'bytes=4-' } }],
    ['its end', { headers: { range: 'bytes=-4' } }],
    ['what a browser fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
    ['what an older browser fetches ahead', { headers: { purpose: 'prefetch' } }],
    ['what it shows ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['a search engine', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
    ['a link preview', { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } }],
    ['a mail scanner', { headers: { 'user-agent': 'BarracudaLinkScanner' } }],
    ['a copy that the browser still has', { headers: { 'if-none-match': '*' } }],
  ])('is not what it takes for %s', async (_name, init) => {
    expect(await fetchFile(init)).toBeLessThan(400);
    expect(await downloads()).toEqual([]);
  });

  test('costs one call to Redis and one to the store, note and count included', async () => {
    await downloads(); // the order is recorded
    const { calls } = await runOnce(() => world.call(new Request(url)));
    expect(calls).toEqual([REDIS, BLOBS]);
  });

  test('is not held up by a note that cannot be made', async () => {
    await downloads();
    await world.redis.del(`order:dev:${session}`);
    await world.redis.set(`order:dev:${session}`, 'not a hash');
    vi.spyOn(console, 'error').mockReturnValue();
    expect(await fetchFile()).toBe(200);
  });
});
