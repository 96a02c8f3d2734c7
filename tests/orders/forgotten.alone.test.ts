import { expect, test } from 'vitest';
import type { FindOrderResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { forgetBuyer } from '../../netlify/orders/notes.ts';
import { buy, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { runOnce } from '../model/outside.ts';
import { byOwner, detailOf } from '../model/owner.ts';
import { runSchedule, statusOf, world } from '../model/test-world.ts';

/** As the stand-in's buyers are called. */
const BUYER = 'parent@example.com';

/** The numbers of the orders that the owner finds. */
const find = async (query: string): Promise<string[]> => {
  const answer = await world.call(await byOwner('/api/admin/find-order', { query }));
  const { orders }: FindOrderResponse = await answer.json();
  return orders.map(({ number }) => number).toSorted();
};

const deliver = async (type: string): Promise<number> =>
  (await world.call(world.delivery(await eventOf(world, type)))).status;

test('a forgotten buyer stays forgotten when Stripe is asked again, and the order goes on', async () => {
  const session = await buy(world);
  await runSchedule();
  const number = await orderNumber(session);
  expect(await find(BUYER)).toEqual([number]);
  await forgetBuyer(session);
  expect([await find(BUYER), await find(number)]).toEqual([[], [number]]);

  expect(await deliver('checkout.session.completed')).toBe(200);
  expect(await statusOf(session)).toBe('paid');
  await world.control('refund', { session });
  expect(await deliver('refund.created')).toBe(200);
  await runSchedule();
  expect(await find(BUYER)).toEqual([]);
  expect(await detailOf(world, session)).toMatchObject({ status: 'refunded' });
  for (const index of ['buyer', 'product']) {
    expect(await world.redis.keys(`${index}:*`), index).toEqual([]);
  }
});

test('an answer that was on its way as a buyer was forgotten does not bring them back', async () => {
  const places = new Set<number>();
  for (let place = 0, isOver = false; !isOver; place += 1) {
    await world.reset();
    const session = await buy(world);
    await runSchedule();
    await world.control('refund', { session });
    const refund = await eventOf(world, 'refund.created');
    let seen = -1;
    isOver = true;
    await runOnce(() => world.call(world.delivery(refund)), {
      atCall: async () => {
        seen += 1;
        if (seen !== place) return;
        isOver = false;
        places.add(place);
        await forgetBuyer(session);
      },
    });
    const found = isOver ? [] : await find(BUYER);
    expect(found, `at ${place}`).toEqual([]);
    expect(await detailOf(world, session)).toMatchObject({ status: 'refunded' });
  }
  expect(places.size).toBeGreaterThanOrEqual(8);
});

test('the other orders of a forgotten buyer keep them', async () => {
  const [first, second] = [await buy(world), await buy(world)];
  await runSchedule();
  await forgetBuyer(first);
  expect(await find(BUYER)).toEqual([await orderNumber(second)]);
  expect((await world.call(post('/api/verify-payment', { sessionId: first }))).status).toBe(200);
});
