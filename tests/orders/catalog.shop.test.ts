import { beforeEach, expect, test, vi } from 'vitest';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { ACTIVE, BUNDLED, CHECKOUT, PRODUCTS, dayOf, longDate } from '../catalog.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { access, buyKnown, checkoutIn, verify } from '../shop/buying.ts';
import { bytesOf, stored } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saveAll, seedFor } from '../shop/seed.ts';

// Half past three in the morning in UTC is the day before in America.
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T03:30:00Z') });
const shop = await openMailShop();
const owner = await ownerClient(shop);
beforeEach(() => shop.redis.flushall());

const create = (productType: string) => shop.post('/api/create-payment', { productType });

test('products returns the products on sale, without prices or file names', async () => {
  const { products } = await (await shop.call('/api/products')).json();
  expect(products).toEqual(
    ACTIVE.map(({ id, name, product_type }) => ({ id, name, product_type, is_active: true })),
  );
});

test.each(ACTIVE)('$id can be bought at its price', async (product) => {
  const { product_type: type, price_in_cents: cents } = product;
  const response = await create(type);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(await checkoutIn(shop, response)).toMatchObject({
    amount_total: cents,
    currency: 'usd',
    mode: 'payment',
    metadata: { shop: 'money-smart-kids', product_type: type, price_in_cents: String(cents) },
    success_url: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.siteUrl}/payment-canceled`,
  });
});

test('a product off sale cannot be bought, and Stripe is not called', async () => {
  const before = shop.callsTo('stripe');
  for (const { product_type: type, is_active: isActive } of PRODUCTS) {
    if (!isActive) await expectProblem(await create(type), 409, 'not_for_sale');
  }
  expect(shop.callsTo('stripe')).toBe(before);
});

test('an option that is off leaves a session as Stripe opens it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const off = { enabled: false };
  expect(await checkoutIn(shop, await create('bundle'))).toMatchObject({
    allow_promotion_codes: null,
    automatic_tax: off,
    adaptive_pricing: off,
    invoice_creation: null,
    managed_payments: off,
  });
  const [, init] = asked.mock.calls.find(([url]) => String(url).endsWith('/sessions')) ?? [];
  asked.mockRestore();
  // Without a line of its own, Stripe's dashboard decides.
  const adapts = new URLSearchParams(String(init?.body)).get('adaptive_pricing[enabled]');
  expect(adapts).toBe(CHECKOUT.adaptive_pricing?.toString() ?? null);
});

test.each(PRODUCTS)('an order of $id opens the files on sale that it covers', async (product) => {
  const seed = seedFor(1, { productType: product.product_type });
  await saveAll([seed]);
  const covered = product.id === 'bundle' ? BUNDLED : [product.files[0].name];
  const onSale = new Set(ACTIVE.map(({ files: [guide] }) => guide.name));
  const expected = covered.filter((name) => onSale.has(name));
  const response = await shop.post('/api/verify-payment', { sessionId: seed.id, files: true });
  const { files } = await response.json();
  expect(files.map(({ fileName }: { fileName: string }) => fileName)).toEqual(expected);
  for (const { downloadUrl, fileName } of files) {
    const bytes = await bytesOf(await shop.call(downloadUrl));
    expect(bytes.equals(await stored(fileName))).toBe(true);
  }
  for (const {
    id,
    files: [guide],
    is_active: isActive,
  } of PRODUCTS) {
    const { status } = await access(shop, id, seed.id);
    expect([id, status]).toEqual([id, !isActive ? 404 : expected.includes(guide.name) ? 200 : 403]);
  }
  const page = await shop.call(`/guide-download?session_id=${seed.id}`, { method: 'POST' });
  expect((await page.text()).match(/href="\/api\/files/g) ?? []).toHaveLength(expected.length);
});

test('buyers read the day of a sale in the shop’s time zone', async () => {
  const session = await buyKnown(shop, 'bundle');
  expect(await verify(shop, session)).not.toHaveProperty('withdrawable');
  await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  const mails = await shop.mailsAbout(session);
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain(longDate(dayOf(Date.now())));
});

test('a guide on sale counts the buyers of the guide and of the bundle', async () => {
  await saveAll(PRODUCTS.map(({ product_type: productType }, n) => seedFor(n, { productType })));
  const { products } = await (await owner.call('/api/admin/guides')).json();
  const counts = products.map(({ id, buyers }: GuideFiles) => [id, buyers]);
  expect(counts).toEqual(
    PRODUCTS.map(({ id, is_active: isActive }) => [id, isActive ? (id === 'bundle' ? 1 : 2) : 0]),
  );
});

test('the health report names each guide on sale that is a sample', async () => {
  const { checks } = await (await owner.call('/api/health')).json();
  const found = checks.filter(({ about }: { about: string }) => about === 'Guide files');
  expect(found).toHaveLength(ACTIVE.length);
});
