import { expect, test } from 'vitest';
import { isDownload } from '../../netlify/downloads/count-downloads.ts';
import { buy, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

/** A new order, and the link to its first file. */
const order = async () => {
  const session = await buy(shop, 'bundle');
  await verify(shop, session);
  return { session, link: await linkTo(shop, 'guide-1', session) };
};

const fetchFile = async (link: string, init: RequestInit = {}): Promise<number> => {
  const response = await shop.call(link, init);
  await response.arrayBuffer();
  return response.status;
};

/** Each file that was fetched, and how often. */
const downloads = async (session: string): Promise<string[]> => {
  const facts = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
  return facts
    .filter(([name]) => name.startsWith('download:'))
    .map(([name, value]) => `${name} ${String(value).split(' ')[0]}`)
    .toSorted();
};

test.each<[string, Record<string, string>, boolean]>([
  ['all of it', {}, true],
  ['an open range, as a download manager begins', { range: 'bytes=0-' }, true],
  ['a part of it', { range: 'bytes=0-3' }, false],
  ['the rest of it', { range: 'bytes=4-' }, false],
  ['its end', { range: 'bytes=-4' }, false],
  ['what a browser fetches ahead', { 'sec-purpose': 'prefetch' }, false],
  ['what an older browser fetches ahead', { purpose: 'prefetch' }, false],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }, false],
  ['a mail scanner', { 'user-agent': 'BarracudaLinkScanner' }, false],
  ['a copy that the browser still has', { 'if-none-match': '*' }, false],
])('whether %s is a download', (_what, headers, isOne) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(isOne);
});

/** tests/http/outside-calls.alone.test.ts has that the answer ends once the note is kept. */
test('a download of each file is noted with the order once, however often its link is followed', async () => {
  const { session, link } = await order();
  for (let time = 0; time < 3; time += 1) expect(await fetchFile(link)).toBe(200);
  expect(await downloads(session)).toEqual(['download:guide-1 1']);
  await fetchFile(await linkTo(shop, 'guide-2', session));
  expect(await downloads(session)).toEqual(['download:guide-1 1', 'download:guide-2 1']);
});

test('a look at a file’s head is no download, nor is the rest of it, nor what is left at once', async () => {
  const { session, link } = await order();
  expect(await fetchFile(link, { method: 'HEAD' })).toBe(200);
  expect(await fetchFile(link, { headers: { range: 'bytes=4-' } })).toBe(206);
  await (await shop.call(link)).body?.cancel();
  expect(await downloads(session)).toEqual([]);
});
