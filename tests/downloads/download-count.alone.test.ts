import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buy, eventOf } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { statusOf, world } from '../model/test-world.ts';
import { BLOBS, REDIS, SITE } from '../model/world.ts';

let session = '';
let url = '';
beforeEach(async () => {
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

/** Each file that was fetched, and how often. */
const downloads = async (): Promise<string[]> => {
  await statusOf(session);
  const facts = Object.entries(await world.redis.hgetall(`order:dev:${session}`));
  return facts
    .filter(([name]) => name.startsWith('download:'))
    .map(([name, value]) => `${name} ${value.split(' ')[0]}`)
    .toSorted();
};

/** Comes between the shop and a service until the test is over. */
const intercept = (
  origin: string,
  answer: (pass: () => Promise<Response>) => Promise<Response>,
): void => {
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === origin ? answer(() => ask(request)) : ask(request);
  };
};

/** Time for what is not held up to go on. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

describe('a download', () => {
  test('is noted with the order once, however often its link is followed', async () => {
    for (let time = 0; time < 3; time += 1) expect(await fetchFile()).toBe(200);
    expect(await downloads()).toEqual(['download:guide-1 1']);
  });

  test('of another file is another', async () => {
    await fetchFile();
    url = await newLink('guide-2');
    await fetchFile();
    expect(await downloads()).toEqual(['download:guide-1 1', 'download:guide-2 1']);
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

  test('is sent without waiting for its note, and ends only after that is kept', async () => {
    await downloads();
    const sent = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    let asked = 0;
    intercept(REDIS, async (pass) => {
      asked += 1;
      if (asked === 1) return pass();
      sent.resolve();
      await kept.promise;
      return pass();
    });
    const { headers, body } = await world.call(new Request(url));
    const reader = body?.getReader();
    let left = Number(headers.get('content-length'));
    while (left > 0) left -= (await reader?.read())?.value?.byteLength ?? 0;
    const seen = ['every byte'];
    const end = reader?.read().then(({ done }) => seen.push(done ? 'the end' : 'more'));
    await sent.promise;
    await turns();
    seen.push('the note');
    kept.resolve();
    await end;
    expect(seen).toEqual(['every byte', 'the note', 'the end']);
    expect(await downloads()).toHaveLength(1);
  });

  test('goes on without a note that cannot be made, and tells of it', async () => {
    await downloads();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    let asked = 0;
    intercept(REDIS, async (pass) => {
      asked += 1;
      return asked === 1 ? pass() : new Response('down', { status: 500 });
    });
    expect(await fetchFile()).toBe(200);
    expect(told.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', service: 'orders' }),
    ]);
  });

  test('that is refused after a refund was none', async () => {
    await downloads();
    await world.control('refund', { session });
    await world.call(world.delivery(await eventOf(world, 'refund.created')));
    expect(await fetchFile()).toBe(403);
    expect(await downloads()).toEqual([]);
  });

  test.each([
    ['is down', 503, 500],
    ['has no such file', 404, 404],
  ])('that fails since the store %s was none', async (_name, status, answered) => {
    vi.spyOn(console, 'error').mockReturnValue();
    intercept(BLOBS, async () => new Response(null, { status: answered }));
    expect(await fetchFile()).toBe(status);
    expect(await downloads()).toEqual([]);
  });

  test('whose buyer leaves before the first byte was none', async () => {
    await downloads();
    const { body } = await world.call(new Request(url));
    await body?.cancel();
    expect(await downloads()).toEqual([]);
  });
});
