import { expect, test } from 'vitest';
import { guide, start } from './harness.ts';

const OF_A_PAYMENT = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];

/** The types of the events that the shop gets of a payment, in order. */
const payUnder = async (webhooks: object) => {
  const { send, stripe, control, types, received } = await start();
  await send('PUT', 'faults', { webhooks });
  const { id: session } = await stripe.checkout.sessions.create(guide);
  const before = Date.now();
  await control('pay', { session });
  return { types: types(), tookMs: Date.now() - before, received, control, stripe };
};

test('events can be sent twice, late, in reverse, or not until they are resent', async () => {
  const twice = await payUnder({ copies: 2 });
  expect(twice.types.toSorted()).toEqual([...OF_A_PAYMENT, ...OF_A_PAYMENT].toSorted());
  expect(new Set(twice.received.map(({ id }) => id)).size).toBe(OF_A_PAYMENT.length);

  expect((await payUnder({ delayMs: 200 })).tookMs).toBeGreaterThanOrEqual(200);

  expect((await payUnder({ reverse: true })).types).toEqual(OF_A_PAYMENT.toReversed());

  const held = await payUnder({ hold: true });
  expect(held.types).toEqual([]);
  const { data } = await held.stripe.events.list();
  const [event] = data.map(({ id }) => id);
  await held.control('resend', { event });
  expect(held.received.map(({ id }) => id)).toEqual([event]);
});
