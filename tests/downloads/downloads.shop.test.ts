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
// Imported after the shop opens, because opening it may reload the functions' modules.
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
    name: 'the PDF for one order',
    line: lineOf(ONE),
    fetchPdf: async () => (await fetchGuide(ONE)).bytes,
  },
  {
    name: 'the PDF for another order',
    line: lineOf(OTHER),
    fetchPdf: async () => (await fetchGuide(OTHER)).bytes,
  },
  {
    name: 'the owner’s preview',
    line: 'Order MSK-0000-0000-0000, for personal use',
    fetchPdf: openPreview,
  },
])('$name', ({ line, fetchPdf }) => {
  test('begins with the unchanged uploaded file', async () => {
    const bytes = await fetchPdf();
    expect(bytes.subarray(0, guide.byteLength).equals(guide)).toBe(true);
  });

  test('contains the uploaded file, followed by the order number', async () => {
    expect((await fetchPdf()).indexOf(line)).toBeGreaterThan(guide.byteLength);
  });

  test('differs from the stored file only in the order number', async () => {
    const bytes = await fetchPdf();
    const at = bytes.indexOf(line);
    bytes.fill(' ', at, at + line.length);
    expect(sha256(bytes)).toBe(sha256(await stored(GUIDE.fileName)));
  });
});

test('shows the owner the size and hash of the uploaded file', async () => {
  expect((await owner.files()).current).toMatchObject({
    size: guide.byteLength,
    sha256: sha256(guide),
  });
});

test('serves the same PDF for an order each time', async () => {
  expect(await fetchGuide(ONE)).toEqual(await fetchGuide(ONE));
});

test('serves the PDFs of two orders with different ETags', async () => {
  expect((await fetchGuide(OTHER)).etag).not.toBe((await fetchGuide(ONE)).etag);
});

test('serves PDFs without order numbers if "stamp" is false in the catalog', async () => {
  catalog.stamp = false;
  onTestFinished(() => void (catalog.stamp = true));
  const { bytes, etag } = await fetchGuide(ONE);
  expect(etag).toBe(`"${sha256(bytes)}"`);
  expect(bytes.includes('Order MSK')).toBe(false);
});

describe('an edition from before the shop added order numbers', () => {
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

  test('serves the old edition without an order number', async () => {
    expect(await hasNumber()).toBe(false);
  });

  test('advises the owner to upload the old edition again', async () => {
    expect((await owner.files(product)).current?.copies).toMatch(/ published before .* again\.$/);
  });

  test('serves the file with an order number after it is uploaded again', async () => {
    await owner.upload({ bytes: file, product });
    expect(await hasNumber()).toBe(true);
  });

  test('serves the file without an order number if the old upload is restored', async () => {
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

  test('still serves the file one second before the link expires', async () => {
    vi.setSystemTime(madeAt + DAY_MS - 1000);
    expect((await shop.call(link)).status).toBe(200);
  });

  test('returns 410 a day after the link was created', async () => {
    vi.setSystemTime(madeAt + DAY_MS);
    await expectProblem(await shop.call(link), 410, 'ticket_expired');
  });

  // tests/fuzz checks that the page does not reveal the session.
  test('shows an error page in a browser once the link has expired', async () => {
    vi.setSystemTime(madeAt + DAY_MS);
    const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(opened.status).toBe(410);
    expect(await opened.text()).toContain('<h1>This link has expired</h1>');
  });
});

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'a request for the whole file', headers: {} },
  { name: 'the first request of a download manager', headers: { range: 'bytes=0-' } },
])('counts $name as a download', ({ headers }) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(true);
});

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'a request for the beginning of the file', headers: { range: 'bytes=0-3' } },
  { name: 'a request for the end of the file', headers: { range: 'bytes=-4' } },
  { name: 'a prefetch', headers: { 'sec-purpose': 'prefetch' } },
  { name: 'a prefetch by an older browser', headers: { purpose: 'prefetch' } },
  {
    name: 'a request by a search engine',
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
  },
  { name: 'a request for a link preview', headers: { 'user-agent': 'WhatsApp/2.23.20.0' } },
  { name: 'a revalidation by a browser’s cache', headers: { 'if-none-match': '*' } },
  { name: 'a request that resumes a download of the same edition', headers: { 'if-match': '*' } },
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

  test('counts the first download', async () => {
    await fetchAt(0);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 1, 'fetched-at:guide-1': START });
  });

  test('ignores a HEAD request', async () => {
    await fetchGuide(session, { method: 'HEAD' });
    expect(await readCounts()).toEqual({});
  });

  test('ignores an interrupted download', async () => {
    await (await shop.call(await linkTo(shop, 'guide-1', session))).body?.cancel();
    expect(await readCounts()).toEqual({});
  });

  test('ignores a second download within ten minutes', async () => {
    await fetchAt(0);
    await fetchAt(599);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 1, 'fetched-at:guide-1': START });
  });

  test('counts a second download after ten minutes', async () => {
    await fetchAt(0);
    await fetchAt(600);
    expect(await readCounts()).toEqual({ 'fetches:guide-1': 2, 'fetched-at:guide-1': START + 600 });
  });

  test('measures the ten minutes from the last counted download', async () => {
    await fetchAt(0);
    await fetchAt(600);
    await fetchAt(1199);
    expect(await readCounts()).toMatchObject({ 'fetches:guide-1': 2 });
  });

  test('counts the downloads of each file separately', async () => {
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
