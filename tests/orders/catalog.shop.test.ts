import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GuideFilesResponse } from '../../src/contract/guide-files.ts';
import type { OrderFiles } from '../../src/contract/orders.ts';
import { ACTIVE, BUNDLED, CHECKOUT, PRODUCTS, type Product, dayOf, longDate } from '../catalog.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { access, buyKnown, checkoutIn, verify } from '../shop/buying.ts';
import { bytesOf, stored } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saveAll, seedFor } from '../shop/seed.ts';

// At 3:30 a.m. UTC, it is still the previous day in America.
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T03:30:00Z') });
const shop = await openMailShop();
const owner = await ownerClient(shop);
beforeEach(() => shop.redis.flushall());

const create = (productType: string) => shop.post('/api/create-payment', { productType });

const OFF_SALE = PRODUCTS.filter(({ is_active: isActive }) => !isActive);

describe('products', () => {
  test('lists the products for sale in /api/products, without prices or file names', async () => {
    const { products } = await (await shop.call('/api/products')).json();
    expect(products).toEqual(
      ACTIVE.map(({ id, name, product_type }) => ({ id, name, product_type, is_active: true })),
    );
  });

  test.each(ACTIVE)('sells the product $id at its catalog price', async (product) => {
    const { product_type: type, price_in_cents: cents } = product;
    expect(await checkoutIn(shop, await create(type))).toMatchObject({
      amount_total: cents,
      currency: 'usd',
      mode: 'payment',
      metadata: { shop: 'money-smart-kids', product_type: type, price_in_cents: String(cents) },
      success_url: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.siteUrl}/payment-canceled`,
    });
  });

  // Only the other catalog has a product that is not for sale.
  test.each(OFF_SALE)(
    'refuses to sell the product $id, which is not for sale',
    async ({ product_type: type }) => {
      const before = shop.callsTo('stripe');
      await expectProblem(await create(type), 409, 'not_for_sale');
      expect(shop.callsTo('stripe')).toBe(before);
    },
  );

  test('sells a product without setting a cookie', async () => {
    expect((await create('bundle')).headers.get('set-cookie')).toBeNull();
  });
});

describe('a checkout option', () => {
  test('uses Stripe’s defaults for checkout options that are off', async () => {
    const off = { enabled: false };
    expect(await checkoutIn(shop, await create('bundle'))).toMatchObject({
      allow_promotion_codes: null,
      automatic_tax: off,
      adaptive_pricing: off,
      invoice_creation: null,
      managed_payments: off,
    });
  });

  // If the option is not sent, the setting in Stripe's dashboard applies.
  test('sends the adaptive pricing option to Stripe if the catalog sets it', async () => {
    const fetches = vi.spyOn(globalThis, 'fetch');
    await create('bundle');
    const call = fetches.mock.calls.find(([url]) => String(url).endsWith('/sessions'));
    fetches.mockRestore();
    const sent = new URLSearchParams(String(call?.[1]?.body)).get('adaptive_pricing[enabled]');
    expect(sent).toBe(CHECKOUT.adaptive_pricing?.toString() ?? null);
  });
});

/** The files that an order for a product covers, limited to products on sale. */
const filesOfOrder = (product: Product): string[] => {
  const covered = product.id === 'bundle' ? BUNDLED : [product.files[0].name];
  const onSale = new Set(ACTIVE.map(({ files: [guide] }) => guide.name));
  return covered.filter((name) => onSale.has(name));
};

const saveOrderOf = async ({ product_type: productType }: Product): Promise<string> => {
  const seed = seedFor(1, { productType });
  await saveAll([seed]);
  return seed.id;
};

const readFiles = async (sessionId: string) => {
  const response = await shop.post('/api/verify-payment', { sessionId, files: true });
  const { files }: { files: OrderFiles['files'] } = await response.json();
  return files;
};

describe.each(PRODUCTS)('an order for the product $id', (product) => {
  test('returns the order’s files that are for sale', async () => {
    const files = await readFiles(await saveOrderOf(product));
    expect(files.map(({ fileName }) => fileName)).toEqual(filesOfOrder(product));
  });

  test('links to the current edition of each file in the order', async () => {
    for (const { downloadUrl, fileName } of await readFiles(await saveOrderOf(product))) {
      const bytes = await bytesOf(await shop.call(downloadUrl));
      expect(bytes.equals(await stored(fileName)), fileName).toBe(true);
    }
  });

  test('links to each of the order’s files on the download page for browsers without JavaScript', async () => {
    const session = await saveOrderOf(product);
    const page = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
    const links = (await page.text()).match(/href="\/api\/files/g) ?? [];
    expect(links).toHaveLength(filesOfOrder(product).length);
  });

  test('refuses access to the files of other products that are for sale', async () => {
    const session = await saveOrderOf(product);
    const covered = new Set(filesOfOrder(product));
    for (const { id, files } of ACTIVE) {
      const { status } = await access(shop, id, session);
      expect(status, id).toBe(covered.has(files[0].name) ? 200 : 403);
    }
  });

  test('returns 404 for the files of a product that is not for sale', async () => {
    const session = await saveOrderOf(product);
    for (const { id } of OFF_SALE) expect((await access(shop, id, session)).status, id).toBe(404);
  });
});

test('states the day of a sale in the shop’s time zone', async () => {
  const session = await buyKnown(shop, 'bundle');
  await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  const mails = await shop.mailsAbout(session);
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain(longDate(dayOf(Date.now())));
});

test('offers a withdrawal only if the shop’s withdrawal option is on', async () => {
  const order = await verify(shop, await buyKnown(shop, 'bundle'));
  expect('withdrawable' in order).toBe(CHECKOUT.withdrawal === true);
});

const countBuyers = async (id: string): Promise<number | undefined> => {
  await saveAll(PRODUCTS.map(({ product_type: productType }, n) => seedFor(n, { productType })));
  const { products }: GuideFilesResponse = await (await owner.call('/api/admin/guides')).json();
  return products.find((one) => one.id === id)?.buyers;
};
describe('the number of buyers in the owner’s list', () => {
  const GUIDES_ON_SALE = ACTIVE.filter(({ id }) => id !== 'bundle');

  test.each(GUIDES_ON_SALE)(
    'counts buyers of $id and of the bundle as buyers of $id',
    async ({ id }) => {
      expect(await countBuyers(id)).toBe(2);
    },
  );

  test('does not count buyers of single guides as buyers of the bundle', async () => {
    expect(await countBuyers('bundle')).toBe(1);
  });

  test.each(OFF_SALE)('counts no buyers of $id, which is not for sale', async ({ id }) => {
    expect(await countBuyers(id)).toBe(0);
  });
});

test('reports each product for sale whose file is a sample', async () => {
  const { checks } = await (await owner.call('/api/health')).json();
  const found = checks.filter(({ about }: { about: string }) => about === 'Guide files');
  expect(found).toHaveLength(ACTIVE.length);
});
