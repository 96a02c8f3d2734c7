import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isDownload } from '../../netlify/downloads/count-downloads.ts';
import { buy, control, expectStatus, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

let session = '';
let link = '';
beforeEach(async () => {
  session = await buy(shop, 'bundle');
  await verify(shop, session);
  link = await linkTo(shop, 'guide-1', session);
});

const fetchFile = async (init: RequestInit = {}): Promise<number> => {
  const response = await shop.call(link, init);
  await response.arrayBuffer();
  return response.status;
};

/** Each file that was fetched, and how often. */
const downloads = async (): Promise<string[]> => {
  const facts = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
  return facts
    .filter(([name]) => name.startsWith('download:'))
    .map(([name, value]) => `${name} ${String(value).split(' ')[0]}`)
    .toSorted();
};

/** Comes between the shop and the note of a download: what it asks Redis for after the order. */
const interceptNote = (answer: (pass: () => Promise<Response>) => Promise<Response>): void => {
  const ask = globalThis.fetch;
  let asked = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const pass = () => ask(input, init);
    const isToRedis = String(input).startsWith(process.env['UPSTASH_REDIS_REST_URL'] ?? '');
    return isToRedis && (asked += 1) > 1 ? answer(pass) : pass();
  });
  onTestFinished(() => spy.mockRestore());
};

const request = (headers: Record<string, string>) =>
  new Request('https://shop.example', { headers });

test.each<[string, Record<string, string>]>([
  ['all of it', {}],
  ['an open range, as a download manager begins', { range: 'bytes=0-' }],
])('%s is a download', (_what, headers) => {
  expect(isDownload(request(headers))).toBe(true);
});

test.each<[string, Record<string, string>]>([
  ['a part of it', { range: 'bytes=0-3' }],
  ['the rest of it', { range: 'bytes=4-' }],
  ['its end', { range: 'bytes=-4' }],
  ['what a browser fetches ahead', { 'sec-purpose': 'prefetch' }],
  ['what an older browser fetches ahead', { purpose: 'prefetch' }],
  ['what it shows ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }],
  ['a mail scanner', { 'user-agent': 'BarracudaLinkScanner' }],
  ['a copy that the browser still has', { 'if-none-match': '*' }],
])('%s is no download', (_what, headers) => {
  expect(isDownload(request(headers))).toBe(false);
});

describe('a download', () => {
  test('of each file is noted with the order once, however often its link is followed', async () => {
    for (let time = 0; time < 3; time += 1) expect(await fetchFile()).toBe(200);
    expect(await downloads()).toEqual(['download:guide-1 1']);
    link = await linkTo(shop, 'guide-2', session);
    await fetchFile();
    expect(await downloads()).toEqual(['download:guide-1 1', 'download:guide-2 1']);
  });

  test('is not what a look at its head is, nor the rest of it', async () => {
    expect(await fetchFile({ method: 'HEAD' })).toBe(200);
    expect(await fetchFile({ headers: { range: 'bytes=4-' } })).toBe(206);
    expect(await downloads()).toEqual([]);
  });

  test('is sent without waiting for its note, and ends only after that is kept', async () => {
    const sent = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    interceptNote(async (pass) => {
      sent.resolve();
      await kept.promise;
      return pass();
    });
    const { headers, body } = await shop.call(link);
    const reader = body?.getReader();
    let left = Number(headers.get('content-length'));
    while (left > 0) left -= (await reader?.read())?.value?.byteLength ?? 0;
    const seen = ['every byte'];
    const end = reader?.read().then(({ done }) => seen.push(done ? 'the end' : 'more'));
    await sent.promise;
    // Time for what is not held up to go on.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    seen.push('the note');
    kept.resolve();
    await end;
    expect(seen).toEqual(['every byte', 'the note', 'the end']);
    expect(await downloads()).toHaveLength(1);
  });

  test('goes on without a note that cannot be made, and tells of it', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    interceptNote(async () => new Response('down', { status: 500 }));
    expect(await fetchFile()).toBe(200);
    expect(told.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', service: 'orders' }),
    ]);
  });

  test.each<[string, number, () => Promise<unknown>]>([
    [
      'is refused after a refund',
      403,
      async () => {
        await control(shop, 'refund', { session });
        await expectStatus(shop, session, 'refunded');
      },
    ],
    ['fails since the store is down', 503, async () => shop.failBlobs('500', 2)],
  ])('that %s was none', async (_name, status, bring) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await bring();
    expect(await fetchFile()).toBe(status);
    expect(await downloads()).toEqual([]);
  });

  test('whose buyer leaves before the first byte was none', async () => {
    const { body } = await shop.call(link);
    await body?.cancel();
    expect(await downloads()).toEqual([]);
  });
});
