import { expect, test } from 'vitest';
import type { FindOrderResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { forgetBuyer } from '../../netlify/orders/notes.ts';
import { buy, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { type AtCall, runOnce } from '../model/outside.ts';
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

type Work = (session: string) => Promise<unknown>;

/** Lets a rival act at one place after another within a run of `work`, each time on a refund that is not known yet. */
const atEachPlace = async (work: Work, rival: Work): Promise<number> => {
  for (let place = 0; ; place += 1) {
    await world.reset();
    const session = await buy(world);
    await runSchedule();
    await world.control('refund', { session });
    let seen = -1;
    const atCall: AtCall = async () => {
      seen += 1;
      if (seen === place) await rival(session);
    };
    await runOnce(() => work(session), { atCall });
    if (seen < place) return place;
    expect(await find(BUYER), `at ${place}`).toEqual([]);
    expect(await detailOf(world, session), `at ${place}`).toMatchObject({ status: 'refunded' });
  }
};

const deliverRefund: Work = () => deliver('refund.created');

test('an answer that is on its way as a buyer is forgotten does not bring them back', async () => {
  expect(await atEachPlace(deliverRefund, forgetBuyer)).toBeGreaterThanOrEqual(8);
});

test('a refund that is recorded as its buyer is forgotten is not lost', async () => {
  expect(await atEachPlace(forgetBuyer, deliverRefund)).toBeGreaterThanOrEqual(4);
});

test('the other orders of a forgotten buyer keep them', async () => {
  const [first, second] = [await buy(world), await buy(world)];
  await runSchedule();
  await forgetBuyer(first);
  expect(await find(BUYER)).toEqual([await orderNumber(second)]);
  expect((await world.call(post('/api/verify-payment', { sessionId: first }))).status).toBe(200);
});
