import { getStore } from '@netlify/blobs';
import { expect, test, vi } from 'vitest';
import { stockGuides } from '../../netlify/local/samples/stock-guides.ts';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored } from '../shop/downloading.ts';
import { putEdition } from '../shop/editions.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

const publish = async (title: string, product: string = GUIDE.product): Promise<Buffer> => {
  const bytes = new Uint8Array(Buffer.from(title));
  await putEdition({ bytes, name: `${title}.pdf`, product });
  return Buffer.from(bytes);
};

const restore = (edition: string, product: string = GUIDE.product) =>
  owner.post(`/api/admin/guides/${product}/restore`, { edition });

const open = (product: string, query: Record<string, string> = {}) =>
  owner.call(`/api/admin/guides/${product}/file?${new URLSearchParams(query)}`);

const dropGuide = (product: string) =>
  getStore('guides-dev').delete(`${productOf(product).file_name}/record.json`);

test('the list of guides shows samples as what they are, and a local start leaves uploads alone', async () => {
  await dropGuide('guide-3');
  const { products } = await (await owner.call('/api/admin/guides')).json();
  expect(products.map(({ id }: GuideFiles) => id)).toEqual(PRODUCTS.map(({ id }) => id));
  const { byteLength: size } = await stored(GUIDE.fileName);
  const current = { isSample: true, size, since: null, copies: null };
  expect(products[0]).toMatchObject({ file_name: GUIDE.fileName, current, earlier: [] });
  expect(products[2]).toMatchObject({ current: null, earlier: [] });

  const bytes = await publish('Mine');
  for (const product of ['guide-2', 'guide-3', 'bundle']) await publish('Mine', product);
  await stockGuides();
  expect(await stored(GUIDE.fileName)).toEqual(bytes);
});

test('an earlier edition is opened, comes back with one call, and the one that it replaces stays', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const [old, last] = [await publish('Old'), await publish('Recent')];
  const { current: recent, earlier } = await owner.files();
  const [wanted] = earlier;
  expect(wanted).toMatchObject({ uploadedAs: 'Old.pdf', sha256: sha256(old) });

  const current = await open(GUIDE.product);
  expect(await bytesOf(current)).toEqual(last);
  expect(Object.fromEntries(current.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^inline; filename="Money-Smart-Kids-Ages-6/),
    'content-type': 'application/pdf',
  });
  const opened = await open(GUIDE.product, { edition: wanted?.id ?? '' });
  expect(await bytesOf(opened)).toEqual(old);

  const now = Date.now() + 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  const after: GuideFiles = await (await restore(wanted?.id ?? '')).json();
  vi.useRealTimers();
  expect(after).toEqual(await owner.files());
  expect(after.current).toMatchObject({ ...wanted, since: expect.any(String) });
  expect(Math.abs(Date.parse(after.current?.since ?? '') - now)).toBeLessThan(1000);
  const link = await linkTo(shop, GUIDE.product, session);
  expect(await bytesOf(await shop.call(link))).toEqual(old);
  expect(recent).toMatchObject(after.earlier[0] ?? { uploadedAs: 'Recent.pdf' });
});

test('an edition that is not there is neither restored nor opened', async () => {
  const [earlier] = (await owner.files()).earlier;
  for (const edition of ['x', '../../records/x', '']) {
    const opened = await open(GUIDE.product, { edition });
    await expectProblem(opened, 404, 'edition_not_found');
  }
  await expectProblem(await restore('../records/x'), 404, 'edition_not_found');
  await expectProblem(await restore(earlier?.id ?? '', 'bundle'), 404, 'edition_not_found');
  await dropGuide('bundle');
  await expectProblem(await open('bundle'), 404, 'file_not_found');
});
