import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionIn } from '../buyer.ts';
import { PRODUCTS } from '../catalogue.ts';
import { openTestShop } from '../shop/shop.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openTestShop();

const PATH = '/api/create-payment';

const sendForm = (fields: Record<string, string>, headers: HeadersInit = {}) =>
  shop.call(PATH, { method: 'POST', body: new URLSearchParams(fields), headers });

test.each(PRODUCTS)(
  'opens a session for $id at its price that returns to this shop',
  async ({ product_type, price_in_cents: cents }) => {
    // What else the address says is nobody's to say.
    const address = `${PATH}?amount=1&price_in_cents=1&currency=jpy`;
    const response = await shop.post(address, { productType: product_type });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    const { url } = await response.json();
    expect((await fetch(url)).status).toBe(200);
    expect(await shop.stripe.checkout.sessions.retrieve(sessionIn(url))).toMatchObject({
      amount_total: cents,
      currency: 'usd',
      mode: 'payment',
      metadata: { shop: 'money-smart-kids', product_type, price_in_cents: String(cents) },
      success_url: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.siteUrl}/payment-canceled`,
    });
  },
);

test('leads each press by a form to a session of its own, and sets no cookie', async () => {
  const presses = [1, 2].map(() => sendForm({ productType: 'bundle' }));
  const sessions = (await Promise.all(presses)).map(({ status, headers }) => {
    expect([status, headers.get('set-cookie')]).toEqual([303, null]);
    return sessionIn(headers.get('location') ?? '');
  });
  expect(sessions).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  expect(new Set(sessions).size).toBe(2);
});

test.each([
  ...['gold', 'constructor', '__proto__'].map((productType) => ({ productType })),
  ...['amount', 'price_in_cents', 'currency', 'quantity', 'coupon', 'success_url'].map((field) => ({
    productType: 'bundle',
    [field]: '1',
  })),
])('refuses %j, as JSON and as a form, and opens nothing', async (body) => {
  const before = shop.callsTo('stripe');
  await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
  await expectProblem(await sendForm(body), 400, 'invalid_request');
  expect(shop.callsTo('stripe')).toBe(before);
});

test('refuses a product that is off sale, and opens nothing', async () => {
  const { catalogue } = await import('../../netlify/shop/catalogue.ts');
  const product = catalogue.products.find(({ is_active: isActive }) => isActive);
  Object.assign(product ?? {}, { is_active: false });
  onTestFinished(() => void Object.assign(product ?? {}, { is_active: true }));
  const before = shop.callsTo('stripe');
  const asked = { productType: product?.product_type };
  await expectProblem(await shop.post(PATH, asked), 409, 'not_for_sale');
  expect(shop.callsTo('stripe')).toBe(before);
});

test('leads the form of another site to a page of the shop, and opens nothing', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const before = shop.callsTo('stripe');
  const foreign = { accept: 'text/html', origin: 'https://evil.example' };
  const sent = await sendForm({ productType: 'bundle' }, foreign);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/payment-error']);
  expect(shop.callsTo('stripe')).toBe(before);
});
