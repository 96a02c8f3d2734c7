import { expect, test, vi } from 'vitest';
import { PRODUCTS } from '../catalogue.ts';
import { makePdf } from '../shop/pdfs.ts';
import { openTestShop } from '../shop/shop.ts';
import { ownerClient } from '../shop/owner.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

const text = async () => (await owner.call('/admin-home')).text();

test('the plain owner has a form for each product, with what buyers get now', async () => {
  const page = await text();
  for (const { id: product } of PRODUCTS) {
    expect(page).toContain(`name="product" value="${product}"`);
  }
  expect(page.match(/enctype="multipart\/form-data"/g)).toHaveLength(PRODUCTS.length);
  expect(page.match(/A sample, \d+\.\d MB\./g)).toHaveLength(PRODUCTS.length);
  await owner.inOne({ bytes: await makePdf({ pages: 3 }), name: 'Third <b>.pdf' });
  expect(await text()).toMatch(
    /Third &lt;b&gt;\.pdf, 3 pages, 0\.0 MB, since [\d-]{10} \([\w ]+\)\./,
  );
});

test('it lets forms lead to the shop alone', async () => {
  const policy = (await owner.call('/admin-home')).headers.get('content-security-policy');
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("default-src 'none'");
});

test('it says so where the files cannot be reached', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failBlobs('500');
  const response = await owner.call('/admin-home');
  shop.failBlobs('none');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Try again in a minute.');
});
