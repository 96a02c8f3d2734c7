import { expect, onTestFinished, test, vi } from 'vitest';
import { isDownload } from '../../netlify/downloads/download-count.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { productOf } from '../catalog.ts';
import { buy, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, putEdition, sha256, stored } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, since a shop with other options loads them again. */
const { catalog } = await import('../../netlify/shop/catalog.ts');
const owner = await ownerClient(shop);
const DAY_MS = 24 * 3_600_000;
const [ONE, OTHER] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];

const lineOf = (session: string) => `Order MSK-${orderNumberOf(session)}, for personal use`;

const fetched = async (session: string, init: RequestInit = {}, product = 'guide-1') => {
  const response = await shop.call(await linkTo(shop, product, session), init);
  return { etag: response.headers.get('etag') ?? '', bytes: await bytesOf(response) };
};

const guide = await makePdf({ title: 'The guide', pages: 3 });
await owner.upload({ bytes: guide });

test('an uploaded guide has each order’s number, or a specimen, and all else as it was uploaded', async () => {
  const { size, sha256: hash } = (await owner.files()).current ?? {};
  expect([size, hash]).toEqual([guide.byteLength, sha256(guide)]);
  const shown = await owner.call(`/api/admin/guides/${GUIDE.product}/file`);
  for (const [bytes, line] of [
    [(await fetched(ONE)).bytes, lineOf(ONE)],
    [(await fetched(OTHER)).bytes, lineOf(OTHER)],
    [await bytesOf(shown), 'Order MSK-0000-0000-0000, for personal use'],
  ] as const) {
    expect(bytes.subarray(0, guide.byteLength).equals(guide)).toBe(true);
    const at = bytes.indexOf(line);
    expect(at).toBeGreaterThan(guide.byteLength);
    bytes.fill(' ', at, at + line.length);
    expect(sha256(bytes)).toBe(sha256(await stored(GUIDE.fileName)));
  }
});

test('each order’s copy has an ETag of its own', async () => {
  const [one, again, other] = [await fetched(ONE), await fetched(ONE), await fetched(OTHER)];
  expect(again).toEqual(one);
  expect(other.etag).not.toBe(one.etag);
});

test('copies have no number if the catalog says so', async () => {
  catalog.stamp = false;
  onTestFinished(() => void (catalog.stamp = true));
  const { bytes, etag } = await fetched(ONE);
  expect(etag).toBe(`"${sha256(bytes)}"`);
  expect(bytes.includes('Order MSK')).toBe(false);
});

test('an edition without a place for the number is sent as it is, until it is uploaded again', async () => {
  const bytes = await makePdf({ title: 'From before' });
  const { id: product } = productOf('guide-2');
  await putEdition({ bytes, product });
  const hasLine = async () => (await fetched(ONE, {}, product)).bytes.includes(lineOf(ONE));
  expect(await hasLine()).toBe(false);
  expect((await owner.files(product)).current?.copies).toMatch(/ published before .* again\.$/);
  await owner.upload({ bytes, product });
  expect(await hasLine()).toBe(true);
  for (const isLined of [false, true]) {
    const [before] = (await owner.files(product)).earlier;
    await owner.post(`/api/admin/guides/${product}/restore`, { edition: before?.id });
    expect(await hasLine()).toBe(isLined);
  }
});

test('a link opens its file for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const link = await linkTo(shop, 'guide-1', ONE);
  vi.setSystemTime(Date.now() + DAY_MS - 1000);
  expect((await shop.call(link)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  await expectProblem(await shop.call(link), 410, 'ticket_expired');
  // A person who opens the link in a browser gets a page. tests/fuzz looks for the session in it.
  const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const heading = '<h1>This link has expired</h1>';
  expect([opened.status, await opened.text()]).toEqual([410, expect.stringContaining(heading)]);
});

/** The notes on fetched files. */
const notesOn = async (session: string) => {
  const fields = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
  return Object.fromEntries(fields.filter(([name]) => name.startsWith('fetch')));
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

test('a download of each file is counted, but not its head, or a second one within ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const session = await buy(shop, 'bundle');
  await verify(shop, session);
  await fetched(session, { method: 'HEAD' });
  await (await shop.call(await linkTo(shop, 'guide-1', session))).body?.cancel();
  expect(await notesOn(session)).toEqual({});

  const start = Date.now() / 1000;
  const counts: object[] = [];
  for (const second of [0, 599, 600, 1199]) {
    vi.setSystemTime((start + second) * 1000);
    await fetched(session);
    counts.push(await notesOn(session));
  }
  const one = { 'fetches:guide-1': 1, 'fetched-at:guide-1': start };
  const two = { 'fetches:guide-1': 2, 'fetched-at:guide-1': start + 600 };
  expect(counts).toEqual([one, one, two, two]);
  await fetched(session, {}, 'guide-2');
  const other = { 'fetches:guide-2': 1, 'fetched-at:guide-2': start + 1199 };
  expect(await notesOn(session)).toEqual({ ...two, ...other });
});
