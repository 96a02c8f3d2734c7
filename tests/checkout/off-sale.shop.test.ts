import { afterAll, beforeAll, expect, test } from 'vitest';
import { isForSale } from '../../src/contract/catalog.ts';
import type { GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { fileNameOf, productOf } from '../catalog.ts';
import { access, buyKnown } from '../shop/buying.ts';
import { bytesOf, linkTo, stored } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const GUIDE = productOf('guide-2');
const shop = await openTestShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const product = catalog.products.find(({ id }) => id === 'guide-2');
if (!product) throw new Error('There is no guide-2.');

let session: string;
let bundleSession: string;
beforeAll(async () => {
  session = await buyKnown(shop, GUIDE.product_type);
  product.is_for_sale = false;
  bundleSession = await buyKnown(shop, 'bundle');
});
afterAll(() => {
  delete product.is_for_sale;
});

test.each([
  { name: 'an active product', product: { is_active: true } },
  { name: 'an active product that is for sale', product: { is_active: true, is_for_sale: true } },
])('sells $name', ({ product: sold }) => {
  expect(isForSale(sold)).toBe(true);
});

test.each([
  {
    name: 'an active product that is not for sale',
    product: { is_active: true, is_for_sale: false },
  },
  { name: 'an inactive product', product: { is_active: false } },
  {
    name: 'an inactive product that is marked as for sale',
    product: { is_active: false, is_for_sale: true },
  },
])('does not sell $name', ({ product: unsold }) => {
  expect(isForSale(unsold)).toBe(false);
});

test('refuses a checkout for a product that is not for sale', async () => {
  const body = { productType: GUIDE.product_type };
  await expectProblem(await shop.post('/api/create-payment', body), 409, 'not_for_sale');
});

test('serves earlier buyers the file of a product that is no longer sold', async () => {
  const link = await linkTo(shop, 'guide-2', session);
  expect(await bytesOf(await shop.call(link))).toEqual(await stored(fileNameOf('guide-2')));
});

test('gives new buyers of the bundle a guide that is no longer sold separately', async () => {
  expect((await access(shop, 'guide-2', bundleSession)).status).toBe(200);
});

test('lists a product as active even if it is not for sale', async () => {
  const { products } = await (await shop.call('/api/products')).json();
  expect(products).toContainEqual(expect.objectContaining({ id: 'guide-2', is_active: true }));
});

test('shows the owner that a product is not for sale but still active', async () => {
  const owner = await ownerClient(shop);
  const { products }: GuideFilesResponse = await (await owner.call('/api/admin/guides')).json();
  const item = products.find(({ id }) => id === 'guide-2');
  expect(item).toMatchObject({ is_active: true, is_for_sale: false });
});
