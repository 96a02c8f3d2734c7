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

  test('sends a plain form on to the payment page', async () => {
    const body = new URLSearchParams({ productType: 'bundle' });
    const response = await shop.call(PATH, { method: 'POST', body });
    expect(response.status).toBe(303);
    expect((await fetch(response.headers.get('location') ?? '')).status).toBe(200);
  });

  test('sends a plain form that cannot be served to a page in words', async () => {
    const body = new URLSearchParams({ productType: 'nothing' });
    const headers = { accept: 'text/html' };
    const response = await shop.call(PATH, { method: 'POST', body, headers });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/payment-error');
  });

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

  test('refuses a missing body and broken JSON with 400', async () => {
    await expectProblem(await shop.call(PATH, { method: 'POST' }), 400, 'invalid_request');
    const broken = {
      method: 'POST',
      body: '{"productType":',
      headers: { 'content-type': 'application/json' },
    };
    await expectProblem(await shop.call(PATH, broken), 400, 'invalid_request');
  });

  test('refuses a body of another type with 415', async () => {
    const init = { method: 'POST', body: '{"productType":"bundle"}' };
    await expectProblem(await shop.call(PATH, init), 415, 'unsupported_media_type');
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'refuses %s with 405 and says what works',
    async (method) => {
      const response = await shop.call(PATH, { method });
      expect(response.headers.get('allow')).toBe('POST');
      await expectProblem(response, 405, 'method_not_allowed');
    },
  );

  test('says that payment is unavailable when Stripe fails, and nothing of what Stripe said', async () => {
    const faults = { api: { status: 500, times: 10 } };
    await shop.control('/_control/faults', {
      method: 'PUT',
      body: JSON.stringify(faults),
      headers: { 'content-type': 'application/json' },
    });
    const response = await shop.post(PATH, { productType: 'bundle' });
    await shop.control('/_control/faults', { method: 'DELETE' });
    await expectProblem(response, 502, 'payment_unavailable');
  });
});
