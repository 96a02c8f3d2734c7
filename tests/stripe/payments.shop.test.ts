import { expect, test, vi } from 'vitest';
import { guide, start } from './harness.ts';

/** A buyer sends the form of the payment page. */
const pay = (url: string | null) => {
  const buyer = {
    email: 'parent@example.com',
    number: '4242424242424242',
    expiry: '12 / 34',
    cvc: '123',
  };
  return fetch(url ?? '', { method: 'POST', body: new URLSearchParams(buyer), redirect: 'manual' });
};

/** Starts the stand-in with a session that nobody has paid yet. */
const startOpen = async () => {
  const started = await start();
  const { id, url } = await started.stripe.checkout.sessions.create(guide);
  return { ...started, url, seen: () => started.stripe.checkout.sessions.retrieve(id) };
};

test('a session expires after a day, and takes no money any more', async () => {
  const { url, types, seen } = await startOpen();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await seen()).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  vi.useRealTimers();
  await expect.poll(types).toContain('checkout.session.expired');
  expect((await pay(url)).status).toBe(410);
});

test('an event that the shop answers with 500 is sent again under the same id', async () => {
  const { stripe, url, answers, received } = await startOpen();
  const waiting = async () =>
    (await stripe.events.list()).data.map((event) => event.pending_webhooks);
  answers.push(500, 500, 500);
  await pay(url);
  await expect.poll(waiting).toEqual([0, 0, 0]);
  expect(received).toHaveLength(6);
  expect(new Set(received.map((event) => event.id)).size).toBe(3);
});

const OF_A_PAYMENT = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];

/** The types of a payment's events, in the order in which the shop gets them. */
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
