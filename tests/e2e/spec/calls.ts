import { expect } from '@playwright/test';
import { ACTIVE } from '../../catalogue.ts';
import { type Row, viewing, row } from './row.ts';

const SHOP = viewing('/payment-canceled');
const TYPES = ACTIVE.map(({ product_type: type }) => type);

export const CALLS: readonly Row[] = [
  ...TYPES.map((productType): Row =>
    row(
      7,
      `create-payment takes {productType: ${productType}} and answers the checkout address in "url"`,
      SHOP,
      async (page) => {
        const response = await page.request.post('/api/create-payment', { data: { productType } });
        expect(response.status()).toBe(200);
        expect(await response.json()).toEqual({
          url: expect.stringMatching(/^http.+\/c\/pay\/cs_/),
        });
      },
    ),
  ),
  row(3, 'products are active, with four fields', SHOP, async (page) => {
    const { products } = await (await page.request.get('/api/products')).json();
    expect(
      products.map(({ product_type }: { product_type: string }) => product_type).toSorted(),
    ).toEqual(TYPES.toSorted());
    for (const product of products) {
      expect(Object.keys(product).toSorted()).toEqual(['id', 'is_active', 'name', 'product_type']);
      expect(product.is_active).toBe(true);
    }
  }),
  row(7, 'reading the order of a session that was not paid gives none', SHOP, async (page) => {
    const response = await page.request.get('/api/orders?session_id=cs_test_nobody');
    expect(await response.json()).toEqual({ order: null });
  }),
  row(6, 'without a paid order for the session no file is given', SHOP, async (page) => {
    const data = { product_id: 'guide-1', session_id: 'cs_test_nobody' };
    const response = await page.request.post('/api/secure-file-access', { data });
    expect(response.status()).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'access_denied' });
  }),
];
