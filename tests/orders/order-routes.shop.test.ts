import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openOrders } from '../../netlify/orders/redis-keys.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { ACTIVE, centsOf, productOf } from '../catalogue.ts';
import {
  buy,
  control,
  expectStatus,
  openSession,
  orderKeys,
  setFaults,
  verify,
} from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(async () => {
  await shop.redis.flushall();
  await setFaults(shop, {});
  shop.failRedis('none');
});

const lookUp = (query: string) => shop.call(`/api/orders${query}`);

describe('verify-payment', () => {
  test('makes the order by itself when no webhook ever came', async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    const session = await buy(shop, 'individual_guide_11_14');
    expect(await orderKeys(shop)).toEqual([]);
    expect(await verify(shop, session)).toEqual({
      status: 'paid',
      order: {
        stripe_session_id: session,
        status: 'paid',
        amount: centsOf('individual_guide_11_14'),
        currency: 'USD',
        product_type: 'individual_guide_11_14',
        guide_name: productOf('individual_guide_11_14').name,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      },
    });
    expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
  });

  test('answers a declined card as unpaid', async () => {
    const session = await openSession(shop, 'bundle');
    await shop.control('/_control/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, card: '4000000000000002' }),
    });
    expect(await verify(shop, session)).toEqual({ status: 'unpaid', order: null });
    expect(await orderKeys(shop)).toEqual([]);
    await control(shop, 'pay', { session, card: '4242424242424242' });
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
  });

  test('does not wait for a Redis that never answers', async () => {
    const session = await buy(shop, 'bundle');
    shop.failRedis('slow');
    const before = shop.callsTo('redis');
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    // Each with a budget of 1.5 s; without it, this would not end at all.
    expect(shop.callsTo('redis') - before).toBe(2);
  });

  test('knows no order of another deploy, though both keep theirs in one Redis', async () => {
    const session = await buy(shop, 'bundle');
    expect(await findFacts(session)).not.toEqual({});
    onTestFinished(() => openOrders('dev'));
    openOrders('production');
    expect(await findFacts(session)).toEqual({});
  });

  test('says that payment is unavailable when neither Redis nor Stripe answers', async () => {
    const session = await buy(shop, 'bundle');
    shop.failRedis('500');
    await setFaults(shop, { api: { status: 500, times: 10 } });
    const response = await shop.post('/api/verify-payment', { sessionId: session });
    await expectProblem(response, 502, 'payment_unavailable');
  });

  test('refuses a body without a session', async () => {
    await expectProblem(await shop.post('/api/verify-payment', {}), 400, 'invalid_request');
  });
});

describe('orders', () => {
  test('answers the paid order and nothing about the buyer', async () => {
    const session = await buy(shop, 'bundle');
    const response = await lookUp(`?session_id=${session}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ order: { status: 'paid', currency: 'USD' } });
    expect(text).not.toMatch(/@|pi_|ch_|cus_/);
  });

  test('answers null once the money was given back', async () => {
    const session = await buy(shop, 'bundle');
    await control(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    expect(await (await lookUp(`?session_id=${session}`)).json()).toEqual({ order: null });
  });
});

describe('products', () => {
  test('answers the active products, without prices or file names', async () => {
    const { products } = await (await shop.call('/api/products')).json();
    expect(products).toEqual(
      ACTIVE.map(({ id, name, product_type }) => ({ id, name, product_type, is_active: true })),
    );
  });
});
