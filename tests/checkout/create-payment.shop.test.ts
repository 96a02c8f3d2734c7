import { describe, expect, test } from 'vitest';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { PRODUCTS } from '../catalogue.ts';
import { openTestShop } from '../shop/shop.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openTestShop();

const PATH = '/api/create-payment';
const sessionIdIn = (url: string): string => /cs_test_\w+/.exec(url)?.[0] ?? '';

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
      currency: catalogJson.currency,
      mode: 'payment',
      metadata: {
        shop: 'money-smart-kids',
        product_type: productType,
        price_in_cents: String(cents),
        currency: catalogJson.currency,
      },
      success_url: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.siteUrl}/payment-canceled`,
    });
  });

  test.each([
    ['JSON', () => shop.post(PATH, { productType: 'bundle' })],
    [
      'a form',
      () =>
        shop.call(PATH, {
          method: 'POST',
          body: new URLSearchParams({ productType: 'bundle' }),
        }),
    ],
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

  test.each([
    ['an unknown type', { productType: 'gold' }],
    ['a type that only objects have', { productType: 'constructor' }],
    ['no type', {}],
    ['a list', [{ productType: 'bundle' }]],
    ['nothing', null],
  ])('refuses %s with 400', async (_name, body) => {
    await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
  });

  test.each([
    'amount',
    'price',
    'price_in_cents',
    'priceInCents',
    'unit_amount',
    'currency',
    'quantity',
    'discount',
    'coupon',
    'metadata',
    'success_url',
  ])('refuses a %s of the caller, as JSON and as a form, and opens nothing', async (field) => {
    const before = shop.callsTo('stripe');
    for (const value of ['1', 1, 'jpy', null]) {
      const body = { productType: 'bundle', [field]: value };
      await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
    }
    const form = new URLSearchParams({ productType: 'bundle', [field]: '1' });
    const sent = await shop.call(PATH, { method: 'POST', body: form });
    await expectProblem(sent, 400, 'invalid_request');
    expect(shop.callsTo('stripe')).toBe(before);
  });

  test('refuses a body of another type with 415', async () => {
    const init = { method: 'POST', body: '{"productType":"bundle"}' };
    await expectProblem(await shop.call(PATH, init), 415, 'unsupported_media_type');
  });
});
