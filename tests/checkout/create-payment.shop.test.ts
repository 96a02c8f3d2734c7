import { describe, expect, test, vi } from 'vitest';
import { PRODUCTS } from '../catalogue.ts';
import { openTestShop } from '../shop/shop.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openTestShop();

const PATH = '/api/create-payment';
const sessionIdIn = (url: string): string => /cs_test_\w+/.exec(url)?.[0] ?? '';

const sendForm = (fields: Record<string, string>, headers: HeadersInit = {}) =>
  shop.call(PATH, { method: 'POST', body: new URLSearchParams(fields), headers });

describe('create-payment', () => {
  test.each(
    PRODUCTS.map(({ product_type, price_in_cents }) => [product_type, price_in_cents] as const),
  )('opens a session for %s at its price that returns to this shop', async (productType, cents) => {
    // What else the address says is nobody's to say.
    const response = await shop.post(`${PATH}?amount=1&price_in_cents=1&currency=jpy`, {
      productType,
    });
    expect(response.status).toBe(200);
    const { url } = await response.json();
    expect((await fetch(url)).status).toBe(200);
    const session = await shop.stripe.checkout.sessions.retrieve(sessionIdIn(url));
    expect(session).toMatchObject({
      amount_total: cents,
      currency: 'usd',
      mode: 'payment',
      metadata: {
        shop: 'money-smart-kids',
        product_type: productType,
        price_in_cents: String(cents),
        currency: 'usd',
      },
      success_url: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.siteUrl}/payment-canceled`,
    });
  });

  test.each([
    ['JSON', () => shop.post(PATH, { productType: 'bundle' })],
    ['a form', () => sendForm({ productType: 'bundle' })],
  ])(
    'opens a session of its own for each press by %s, in one call of Stripe, and sets no cookie',
    async (_name, press) => {
      const before = shop.callsTo('stripe');
      const responses = [await press(), await press()];
      expect(shop.callsTo('stripe') - before).toBe(2);
      const told = responses.map(async (response) => {
        expect(response.headers.get('set-cookie')).toBeNull();
        return sessionIdIn(response.headers.get('location') ?? (await response.text()));
      });
      const [one, other] = await Promise.all(told);
      expect(one).toMatch(/^cs_test_/);
      expect(other).toMatch(/^cs_test_/);
      expect(other).not.toBe(one);
    },
  );

  test.each(['gold', 'constructor', '__proto__'])('refuses the unknown type %s', async (type) => {
    await expectProblem(await shop.post(PATH, { productType: type }), 400, 'invalid_request');
  });

  test.each([
    'amount',
    'price_in_cents',
    'currency',
    'quantity',
    'coupon',
    'metadata',
    'success_url',
  ])('refuses a %s of the caller, as JSON and as a form, and opens nothing', async (field) => {
    const before = shop.callsTo('stripe');
    const body = { productType: 'bundle', [field]: 1 };
    await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
    const sent = await sendForm({ productType: 'bundle', [field]: '1' });
    await expectProblem(sent, 400, 'invalid_request');
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
});
