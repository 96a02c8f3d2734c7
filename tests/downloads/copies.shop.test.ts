import { expect, onTestFinished, test } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import { productOf } from '../catalogue.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, putEdition, sha256, stored } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, since a shop with other options loads them again. */
const { catalogue } = await import('../../netlify/shop/catalogue.ts');
const owner = await ownerClient(shop);
const [ONE, OTHER] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];

const lineOf = (session: string) => `Order MSK-${numberOf(session)}, for personal use`;

const fetched = async (session: string, init: RequestInit = {}, product = 'guide-1') => {
  const response = await shop.call(await linkTo(shop, product, session), init);
  const { 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
  const { status } = response;
  return { status, etag: headers['etag'] ?? '', headers, bytes: await bytesOf(response) };
};

const guide = await makePdf({ title: 'The guide', pages: 3 });
await owner.upload({ bytes: guide });

// add-line.test.ts has the line’s place on each page.
test('an uploaded guide has each order’s number, and all else as it was uploaded', async () => {
  for (const session of [ONE, OTHER]) {
    const { bytes } = await fetched(session);
    const line = lineOf(session);
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
  const headers = { range: 'bytes=5-9', 'if-range': other.etag };
  expect((await fetched(ONE, { headers })).status).toBe(200);
  expect((await fetched(OTHER, { headers })).bytes).toEqual(other.bytes.subarray(5, 10));
  expect(await fetched(ONE, { method: 'HEAD' })).toEqual({ ...one, bytes: Buffer.alloc(0) });
});

test('the owner sees a specimen of the number', async () => {
  const { current } = await owner.files();
  expect(current).toMatchObject({
    size: guide.byteLength,
    sha256: sha256(guide),
    copies: 'Each copy has its order number at the bottom of every page.',
  });
  const shown = await bytesOf(await owner.call(`/api/admin/guides/${GUIDE.product}/file`));
  const specimen = 'Order MSK-0000-0000-0000, for personal use';
  expect(shown.includes(specimen)).toBe(true);
});

test('copies have no number if the catalogue says so', async () => {
  catalogue.stamp = false;
  onTestFinished(() => void (catalogue.stamp = true));
  const { bytes, etag } = await fetched(ONE);
  expect(etag).toBe(`"${sha256(bytes)}"`);
  expect(bytes.includes('Order MSK')).toBe(false);
});

test('an edition without a place for the number is sent as it is, until it is uploaded again', async () => {
  const bytes = await makePdf({ title: 'From before' });
  const { id: product } = productOf('guide-2');
  await putEdition({ bytes, product });
  const words = async () => (await owner.files(product)).current?.copies;
  const hasLine = async () => (await fetched(ONE, {}, product)).bytes.includes(lineOf(ONE));

  expect(await hasLine()).toBe(false);
  expect(await words()).toMatch(/number: this edition was published before .* again\.$/);
  const again = await owner.upload({ bytes, product });
  expect(await again.json()).toMatchObject({ changed: true, sha256: sha256(bytes) });
  expect(await hasLine()).toBe(true);
  expect(await words()).toMatch(/^Each copy has/);
  for (const isLined of [false, true]) {
    const [before] = (await owner.files(product)).earlier;
    await owner.post(`/api/admin/guides/${product}/restore`, { edition: before?.id });
    expect(await hasLine()).toBe(isLined);
  }
});
