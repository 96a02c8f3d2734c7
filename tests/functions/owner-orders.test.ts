import { beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, setFaults } from './buying.ts';
import { ownerHeaders } from './owner.ts';
import { openTestShop } from './shop.ts';

const shop = await openTestShop();
const headers = await ownerHeaders(shop);

beforeEach(async () => {
  await shop.redis.flushall();
  await setFaults(shop, {});
  shop.failRedis('none');
  shop.failStripe('none');
});

const read = (path: string) => shop.call(`/api/admin/${path}`, { headers });
const find = async (query: string) =>
  (await shop.post('/api/admin/find-order', { query }, headers)).json();

describe('an order', () => {
  test('is found by its number however it is typed, its reference, its session and its payment', async () => {
    const session = await buy(shop, 'bundle');
    await buy(shop, 'individual_guide_6_10');
    const number = await orderNumber(session);
    const detail = await (await read(`orders/${number}`)).json();
    expect(detail).toEqual({
      number,
      reference: session.slice(-8),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      product_type: 'bundle',
      guide_name: 'Money-Smart Kids: Complete Bundle',
      amount: 1999,
      refunded: 0,
      currency: 'USD',
      status: 'paid',
      downloads: 0,
      session_id: session,
      payment_id: expect.stringMatching(/^pi_\w+$/),
      stripe_url: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/#pi_\w+$/),
      history: expect.any(Array),
    });
    const spellings = [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ''),
      ` ${number.replaceAll('-', ' ')} `,
      session.slice(-8),
      `…${session.slice(-8)}`,
      session,
      detail.payment_id,
    ];
    for (const spelling of spellings) {
      expect(await find(spelling), spelling).toEqual({ order: detail, others: [] });
    }
  });
});
