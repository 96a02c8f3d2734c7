import { expect, onTestFinished, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf } from '../catalogue.ts';
import { readLines } from '../guides/read-lines.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { putEdition } from '../shop/editions.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { catalogue } = await import('../../netlify/catalogue.ts');
const owner = await ownerClient(shop);

const upload = async (title: string, product: string = GUIDE.product) => {
  const bytes = await makePdf({ title, pages: 3 });
  expect((await owner.inOne({ bytes, product })).status).toBe(200);
  return bytes;
};

const guide = await upload('The guide');
await upload('The bundle', 'bundle');

const ONE = await buy(shop, 'bundle');
const OTHER = await buy(shop, 'bundle');

const lineOf = async (session: string) =>
  `Order MSK-${await orderNumber(session)}, for personal use`;

const fetched = async (link: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await shop.call(link, { method, headers });
  const { 'x-request-id': _id, ...told } = Object.fromEntries(response.headers);
  const etag = response.headers.get('etag') ?? '';
  return { status: response.status, etag, told, bytes: await bytesOf(response) };
};

const WAYS = [
  ['guide', (session: string) => linkTo(shop, GUIDE.product, session)],
  ['bundle', (session: string) => linkTo(shop, 'bundle', session)],
] as const;

test('each order gets a guide with its own number on every page, and all else as it was uploaded', async () => {
  const copies = await Promise.all(
    [ONE, OTHER].map(async (session) => fetched(await linkTo(shop, GUIDE.product, session))),
  );
  const [one, other] = copies.map(({ bytes }) => bytes);
  for (const [bytes, session] of [
    [one, ONE],
    [other, OTHER],
  ] as const) {
    const line = await lineOf(session);
    const pages = await readLines(bytes ?? Buffer.alloc(0), line);
    expect(pages.map(({ text }) => text.trim())).toEqual([line, line, line]);
    expect(uploadHash(bytes ?? Buffer.alloc(0), { size: guide.byteLength })).toBe(sha256(guide));
  }
  expect(one?.length).toBe(other?.length);
  const differing = [...(one ?? [])].flatMap((byte, at) => (byte === other?.[at] ? [] : at));
  const [first = 0, last = 0] = [differing[0], differing.at(-1)];
  expect(last - first).toBeLessThan('01F3-4AD8-A31F'.length);
});

test('nothing in a copy but its order number tells of its buyer', async () => {
  const { bytes } = await fetched(await linkTo(shop, GUIDE.product, ONE));
  const line = await lineOf(ONE);
  bytes.fill(' ', bytes.indexOf(line), bytes.indexOf(line) + line.length);
  expect(sha256(bytes)).toBe(sha256(await stored(GUIDE.fileName)));
});

test.each(WAYS)(
  'the ETag of a %s is one order’s, whenever it is asked for',
  async (_what, linkFor) => {
    const [one, again, other] = await Promise.all(
      [ONE, ONE, OTHER].map(async (session) => fetched(await linkFor(session))),
    );
    expect(again?.etag).toBe(one?.etag);
    expect(again && one && again.bytes.equals(one.bytes)).toBe(true);
    expect(other?.etag).not.toBe(one?.etag);
    const link = await linkFor(ONE);
    const range = 'bytes=5-9';
    const asked = [
      [{ 'if-none-match': one?.etag ?? '' }, 304],
      [{ 'if-none-match': other?.etag ?? '' }, 200],
      [{ 'if-match': other?.etag ?? '' }, 412],
      [{ range, 'if-range': one?.etag ?? '' }, 206],
      [{ range, 'if-range': other?.etag ?? '' }, 200],
    ] as const;
    for (const [headers, status] of asked) {
      expect(await fetched(link, headers)).toMatchObject({ status });
    }
  },
);

test.each(WAYS)('HEAD of a %s tells what GET does', async (_what, linkFor) => {
  const link = await linkFor(ONE);
  const [got, told] = [await fetched(link), await fetched(link, {}, 'HEAD')];
  expect(told).toEqual({ ...got, bytes: Buffer.alloc(0) });
  expect(got.told['content-length']).toBe(String(got.bytes.length));
});

test.each(WAYS)(
  'a %s put together from ranges is the %s, wherever its line is cut',
  async (_what, linkFor) => {
    const link = await linkFor(ONE);
    const { bytes: whole } = await fetched(link);
    const at = whole.indexOf(await lineOf(ONE));
    const cuts = [0, at - 1, at, at + 1, at + 20, at + 63, at + 64, at + 65, whole.length];
    const parts = cuts.slice(1).map(async (end, n) => {
      const part = await fetched(link, { range: `bytes=${cuts[n]}-${end - 1}` });
      expect(part.status).toBe(206);
      return part.bytes;
    });
    expect(Buffer.concat(await Promise.all(parts)).equals(whole)).toBe(true);
  },
);

test('the owner reads whether copies carry their number, and sees where it stands', async () => {
  const { current } = await owner.files();
  expect(current).toMatchObject({
    size: guide.byteLength,
    sha256: sha256(guide),
    copies: 'Each copy has its order number at the bottom of every page.',
  });
  const shown = await bytesOf(await owner.call(`/api/admin/guide?product=${GUIDE.product}`));
  const specimen = 'Order MSK-0000-0000-0000, for personal use';
  const pages = await readLines(shown, specimen);
  expect(pages.map(({ text }) => text.trim())).toEqual([specimen, specimen, specimen]);
});

test('an edition from before goes out as it was uploaded, until it is uploaded again', async () => {
  const bytes = await makePdf({ title: 'From before' });
  const product = productOf('guide-2');
  await putEdition({ bytes, product: product.id });
  const copy = async () => (await fetched(await linkTo(shop, product.id, ONE))).bytes;
  const words = async () => (await owner.files(product.id)).current?.copies;
  expect(sha256(await copy())).toBe(sha256(bytes));
  expect(await words()).toMatch(/number: this edition was published before .* again\.$/);

  const again = await owner.inOne({ bytes, product: product.id });
  expect(await again.json()).toMatchObject({ changed: true, sha256: sha256(bytes) });
  expect((await copy()).includes(await lineOf(ONE))).toBe(true);
  expect(await words()).toMatch(/^Each copy has/);

  const [before] = (await owner.files(product.id)).earlier;
  await owner.post('/api/admin/guides', { product: product.id, edition: before?.id });
  expect(sha256(await copy())).toBe(sha256(bytes));
  const [after] = (await owner.files(product.id)).earlier;
  await owner.post('/api/admin/guides', { product: product.id, edition: after?.id });
  expect((await copy()).includes(await lineOf(ONE))).toBe(true);
});

test('a file from before that can carry no number says why once it is uploaded again', async () => {
  const bytes = await makePdf({ title: 'Signed', packed: false }, sign);
  const product = productOf('guide-3');
  await putEdition({ bytes, product: product.id });
  await owner.inOne({ bytes, product: product.id });
  expect(await owner.files(product.id)).toMatchObject({
    current: { copies: expect.stringContaining('digital signature') },
    earlier: [],
  });
});

test('where content says so no copy has a number, not even of an edition with room for it', async () => {
  catalogue.stamp = false;
  onTestFinished(() => void (catalogue.stamp = true));
  const { bytes, etag } = await fetched(await linkTo(shop, GUIDE.product, ONE));
  expect(etag).toBe(`"${sha256(bytes)}"`);
  expect(bytes.includes('Order MSK')).toBe(false);
});
