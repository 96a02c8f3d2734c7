import { expect, test, vi } from 'vitest';
import { click, eventually, guide, start, startPaid, submit } from './harness.ts';

test.each([
  ['4000000000005423', 'radar.early_fraud_warning.created'],
  ['4000000000000259', 'charge.dispute.created'],
])('the card %s pays, and causes %s after some seconds', async (number, type) => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  expect((await submit(url, { number })).status).toBe(303);
  expect(types()).not.toContain(type);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  vi.useRealTimers();
  await eventually(() => expect(types()).toContain(type));
});

test('an event that the shop answers with 500 is sent again under the same id', async () => {
  const { stripe, answers, received } = await start();
  const { url } = await stripe.checkout.sessions.create(guide);
  const waiting = async () =>
    (await stripe.events.list()).data.map((event) => event.pending_webhooks);
  answers.push(500, 500, 500);
  await submit(url, { number: '4242424242424242' });
  await eventually(() => expect(received).toHaveLength(3));
  expect(await waiting()).toEqual([1, 1, 1]);
  await eventually(async () => expect(await waiting()).toEqual([0, 0, 0]));
  expect(received).toHaveLength(6);
  expect(new Set(received.map((event) => event.id)).size).toBe(3);
});

test('the dashboard lists payments and events, and refuses the pages of other sites', async () => {
  const { origin, types, session } = await startPaid();
  const elsewhere = 'http://localhost:8888';
  expect((await click(origin, 'refund', { session }, elsewhere)).status).toBe(403);
  expect((await click(origin, 'refund', { session, amount: '2.50' })).status).toBe(303);
  const tooMuch = await click(origin, 'refund', { session, amount: '20' });
  expect(tooMuch.status).toBe(422);
  expect(await tooMuch.text()).toContain('Refund amount ($20.00) is greater than');
  await eventually(() => expect(types()).toContain('charge.refunded'));
  const page = await (await fetch(origin)).text();
  expect(page).toContain('Guide &lt;1&gt;');
  expect(page).toContain('paid, $2.50 refunded');
  expect(page).toContain('checkout.session.completed');
  const foreign = { method: 'DELETE', headers: { origin: elsewhere } };
  expect((await fetch(`${origin}/_control/faults`, foreign)).status).toBe(403);
});
