import { describe, expect, test } from 'vitest';
import { type EventPorts, handleEvent } from '../../netlify/orders/events.ts';
import { orderPorts, reconcilePorts } from '../../netlify/services.ts';
import { BY_BANK, buy, keptKeys } from '../model/buying.ts';
import { statusOf, world } from '../model/test-world.ts';

const findNow = (session: string) => orderPorts().checkout.find(session);
const eventNow = async (type: string) => {
  const { events } = reconcilePorts().history;
  for await (const { items } of events(0, undefined)) {
    const event = items.find((one) => one.type === type);
    if (event) return event;
  }
  throw new Error(`no ${type}`);
};

/** What Stripe's servers may still say of a session, a moment after they have signed more. */
const answerFrom = (moment: Awaited<ReturnType<typeof findNow>>): EventPorts => {
  const ports = orderPorts();
  return { ...ports, checkout: { ...ports.checkout, find: async () => moment } };
};
describe('an answer of Stripe that is older than the event', () => {
  test.each([
    ['checkout.session.async_payment_succeeded', BY_BANK, 'settle', { outcome: 'succeeded' }],
    ['refund.created', {}, 'refund', {}],
  ])('does not mark %s as handled', async (type, means, happening, how) => {
    const session = await buy(world, means);
    const before = await findNow(session);
    await world.control(happening, { session, ...how });
    const event = await eventNow(type);
    await expect(handleEvent(answerFrom(before), event)).rejects.toThrow('older than the event');
    expect(await keptKeys(world)).toEqual([]);
    expect(await handleEvent(orderPorts(), event)).toBe('handled');
  });

  test('does not hide a dispute that the event tells of', async () => {
    const session = await buy(world);
    const before = await findNow(session);
    await world.control('dispute', { session });
    await handleEvent(answerFrom(before), await eventNow('charge.dispute.created'));
    expect(await statusOf(session)).toBe('disputed');
  });

  test('does not take back what the event tells of a dispute', async () => {
    const session = await buy(world);
    const { id } = (await world.control('dispute', { session })) ?? { id: '' };
    const before = await findNow(session);
    await world.control('dispute/update', { id, status: 'won' });
    const event = await eventNow('charge.dispute.closed');
    world.wait(1);
    await handleEvent(answerFrom(before), event);
    expect(await statusOf(session)).toBe('paid');
  });
});
