import { expect, onTestFinished, test, vi } from 'vitest';
import { streamOf } from '../../netlify/downloads/file-response.ts';
import { isDownload } from '../../netlify/downloads/order-files.ts';
import { buy, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { headerFaults } from '../headers.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const GUIDE = 'individual_guide_6_10';
const DAY_MS = 24 * 3_600_000;

// Netlify may freeze the function then.
test('an answer ends once its download is counted', async () => {
  let isCounted = false;
  const stream = streamOf(new Uint8Array(100_000), async () => {
    await new Promise(setImmediate);
    isCounted = true;
  });
  expect((await new Response(stream).bytes()).byteLength).toBe(100_000);
  expect(isCounted).toBe(true);
});

test('a link opens its file for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const link = await linkTo(shop, 'guide-1', await buy(shop, GUIDE));
  vi.setSystemTime(Date.now() + DAY_MS - 1000);
  expect((await shop.call(link)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  await expectProblem(await shop.call(link), 410, 'ticket_expired');
  // A person who opens the link in a browser gets a page.
  const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const type = opened.headers.get('content-type');
  expect([opened.status, type]).toEqual([410, 'text/html; charset=utf-8']);
  expect(headerFaults(opened.headers, 'answer')).toEqual([]);
  const page = await opened.text();
  expect(page).toContain('This link has expired. Open your download page again for a new one.');
  expect(page).not.toMatch(/cs_test_/);
});

test('while the guides’ store fails, verify-payment answers without files', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  shop.failBlobs('500');
  const response = await shop.post('/api/verify-payment', { sessionId: session, files: true });
  shop.failBlobs('none');
  const order = expect.objectContaining({ product_type: 'bundle' });
  expect(await response.json()).toEqual({ status: 'paid', order, hasEmail: false });
  expect(error).toHaveBeenCalled();
});

const fetchFile = async (link: string, init?: RequestInit) =>
  (await shop.call(link, init)).arrayBuffer();

/** The notes on fetched files. */
const fetched = async (session: string) => {
  const fields = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
  return Object.fromEntries(fields.filter(([name]) => name.startsWith('fetched:')));
};

test.each<[string, Record<string, string>, boolean]>([
  ['all of it', {}, true],
  ['an open range, as a download manager begins', { range: 'bytes=0-' }, true],
  ['a part of it', { range: 'bytes=0-3' }, false],
  ['its end', { range: 'bytes=-4' }, false],
  ['what a browser fetches ahead', { 'sec-purpose': 'prefetch' }, false],
  ['what an older browser fetches ahead', { purpose: 'prefetch' }, false],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }, false],
  ['a copy that the browser still has', { 'if-none-match': '*' }, false],
])('whether %s is a download', (_what, headers, isOne) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(isOne);
});

test('a download of each file is counted, but not its head, its rest, or a second one within ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const session = await buy(shop, 'bundle');
  await verify(shop, session);
  const link = await linkTo(shop, 'guide-1', session);
  await fetchFile(link, { method: 'HEAD' });
  await fetchFile(link, { headers: { range: 'bytes=4-' } });
  await (await shop.call(link)).body?.cancel();
  expect(await fetched(session)).toEqual({});

  const start = Date.now() / 1000;
  const counts: object[] = [];
  for (const second of [0, 599, 600, 1199]) {
    vi.setSystemTime((start + second) * 1000);
    await fetchFile(link);
    counts.push(await fetched(session));
  }
  const one = { 'fetched:guide-1': { times: 1, lastAt: start } };
  const two = { 'fetched:guide-1': { times: 2, lastAt: start + 600 } };
  expect(counts).toEqual([one, one, two, two]);
  await fetchFile(await linkTo(shop, 'guide-2', session));
  const other = { 'fetched:guide-2': { times: 1, lastAt: start + 1199 } };
  expect(await fetched(session)).toEqual({ ...two, ...other });
});
