import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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
// The functions' catalog, since a shop with other options loads the module again.
const { catalog } = await import('../../netlify/shop/catalog.ts');
const owner = await ownerClient(shop);
const DAY_MS = 24 * 3_600_000;
const ONE = await buy(shop, 'bundle');
const OTHER = await buy(shop, 'bundle');

const lineOf = (session: string) => `Order MSK-${orderNumberOf(session)}, for personal use`;

const fetchGuide = async (session: string, init: RequestInit = {}, product = 'guide-1') => {
  const response = await shop.call(await linkTo(shop, product, session), init);
  return { etag: response.headers.get('etag') ?? '', bytes: await bytesOf(response) };
};

const guide = await makePdf({ title: 'The guide', pages: 3 });
await owner.upload({ bytes: guide });

const openPreview = async () =>
  bytesOf(await owner.call(`/api/admin/guides/${GUIDE.product}/file`));

describe.each([
  {
    name: 'the copy of one order',
    line: lineOf(ONE),
    fetchCopy: async () => (await fetchGuide(ONE)).bytes,
  },
  {
    name: 'the copy of another order',
    line: lineOf(OTHER),
    fetchCopy: async () => (await fetchGuide(OTHER)).bytes,
  },
  {
    name: 'the owner’s preview',
    line: 'Order MSK-0000-0000-0000, for personal use',
    fetchCopy: openPreview,
  },
])('$name', ({ line, fetchCopy }) => {
  test('begins with the file as it was uploaded', async () => {
    const bytes = await fetchCopy();
    expect(bytes.subarray(0, guide.byteLength).equals(guide)).toBe(true);
  });

  test('has its number after that', async () => {
    expect((await fetchCopy()).indexOf(line)).toBeGreaterThan(guide.byteLength);
  });

  test('differs from the stored file in nothing else', async () => {
    const bytes = await fetchCopy();
    const at = bytes.indexOf(line);
    bytes.fill(' ', at, at + line.length);
    expect(sha256(bytes)).toBe(sha256(await stored(GUIDE.fileName)));
  });
});

test('shows the owner the size and hash of the file as it was uploaded', async () => {
  expect((await owner.files()).current).toMatchObject({
    size: guide.byteLength,
    sha256: sha256(guide),
  });
});

test('sends an order the same copy each time', async () => {
  expect(await fetchGuide(ONE)).toEqual(await fetchGuide(ONE));
});

test('sends another order’s copy with another ETag', async () => {
  expect((await fetchGuide(OTHER)).etag).not.toBe((await fetchGuide(ONE)).etag);
});

test('sends copies without a number if the catalog says so', async () => {
  catalog.stamp = false;
  onTestFinished(() => void (catalog.stamp = true));
  const { bytes, etag } = await fetchGuide(ONE);
  expect(etag).toBe(`"${sha256(bytes)}"`);
  expect(bytes.includes('Order MSK')).toBe(false);
});

describe('an edition from before the shop added numbers', () => {
  const { id: product } = productOf('guide-2');
  let file: Uint8Array<ArrayBuffer>;
  beforeEach(async () => {
    file = await makePdf({ title: crypto.randomUUID() });
    await putEdition({ bytes: file, product });
  });

  const hasNumber = async () => (await fetchGuide(ONE, {}, product)).bytes.includes(lineOf(ONE));

  const restoreEarlier = async (): Promise<void> => {
    const [earlier] = (await owner.files(product)).earlier;
    await owner.post(`/api/admin/guides/${product}/restore`, { edition: earlier?.id });
  };

  test('is sent without a number', async () => {
    expect(await hasNumber()).toBe(false);
  });

  test('is marked for the owner, with the advice to upload it again', async () => {
    expect((await owner.files(product)).current?.copies).toMatch(/ published before .* again\.$/);
  });

  test('is sent with a number after it is uploaded again', async () => {
    await owner.upload({ bytes: file, product });
    expect(await hasNumber()).toBe(true);
  });

  test('is sent without a number again after it is restored, until the next restore', async () => {
    await owner.upload({ bytes: file, product });
    await restoreEarlier();
    expect(await hasNumber()).toBe(false);
    await restoreEarlier();
    expect(await hasNumber()).toBe(true);
  });
});

describe('a link to a file', () => {
  let link: string;
  let madeAt: number;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    madeAt = Date.now();
    link = await linkTo(shop, 'guide-1', ONE);
  });
  afterEach(() => void vi.useRealTimers());

  test('works until a second before a day has passed', async () => {
    vi.setSystemTime(madeAt + DAY_MS - 1000);
    expect((await shop.call(link)).status).toBe(200);
  });

  test('has expired after a day', async () => {
    vi.setSystemTime(madeAt + DAY_MS);
    await expectProblem(await shop.call(link), 410, 'ticket_expired');
  });

  // tests/fuzz looks for the session in the page.
  test('leads to a page in a browser once it has expired', async () => {
    vi.setSystemTime(madeAt + DAY_MS);
    const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(opened.status).toBe(410);
    expect(await opened.text()).toContain('<h1>This link has expired</h1>');
  });
});

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'a request for all of it', headers: {} },
  { name: 'the first request of a download manager', headers: { range: 'bytes=0-' } },
])('counts $name as a download', ({ headers }) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(true);
});

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'a request for its beginning', headers: { range: 'bytes=0-3' } },
  { name: 'a request for its end', headers: { range: 'bytes=-4' } },
  { name: 'a prefetch', headers: { 'sec-purpose': 'prefetch' } },
  { name: 'a prefetch of an older browser', headers: { purpose: 'prefetch' } },
  {
    name: 'a search engine',
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
  },
  { name: 'a link preview', headers: { 'user-agent': 'WhatsApp/2.23.20.0' } },
  { name: 'a check of a browser’s copy', headers: { 'if-none-match': '*' } },
])('does not count $name as a download', ({ headers }) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(false);
});

describe('the count of an order’s downloads', () => {
  const START = Date.parse('2026-11-10T12:00:00Z') / 1000;
  let session: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 });
    session = await buy(shop, 'bundle');
    await verify(shop, session);
  });
  afterEach(() => void vi.useRealTimers());

  /** Fetches a guide `second` seconds after the start. */
  const fetchAt = async (second: number, product?: string): Promise<void> => {
    vi.setSystemTime((START + second) * 1000);
    await fetchGuide(session, {}, product);
  };

  /** The stored counts and times. */
  const readCounts = async () => {
    const fields = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
    return Object.fromEntries(fields.filter(([name]) => name.startsWith('fetch')));
  };

  test('begins with the first download', async () => {
    await fetchAt(0);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 1, 'fetched-at:guide-1': START });
  });

  test('ignores a HEAD request', async () => {
    await fetchGuide(session, { method: 'HEAD' });
    expect(await readCounts()).toEqual({});
  });

  test('ignores a download that breaks off', async () => {
    await (await shop.call(await linkTo(shop, 'guide-1', session))).body?.cancel();
    expect(await readCounts()).toEqual({});
  });

  test('ignores a second download within ten minutes', async () => {
    await fetchAt(0);
    await fetchAt(599);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 1, 'fetched-at:guide-1': START });
  });

  test('adds a second download after ten minutes', async () => {
    await fetchAt(0);
    await fetchAt(600);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 2, 'fetched-at:guide-1': START + 600 });
  });

  test('measures ten minutes from the last counted download', async () => {
    await fetchAt(0);
    await fetchAt(600);
    await fetchAt(1199);
    expect(await readCounts()).toMatchObject({ 'fetches:guide-1': 2 });
  });

  test('is separate for each file', async () => {
    await fetchAt(0);
    await fetchAt(1, 'guide-2');
    expect(await readCounts()).toEqual({
      'fetches:guide-1': 1,
      'fetched-at:guide-1': START,
      'fetches:guide-2': 1,
      'fetched-at:guide-2': START + 1,
    });
  });
});
