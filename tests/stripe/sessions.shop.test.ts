import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { eventually, guide, start, submit } from './harness.ts';

test('a new session carries the price of its line item, its metadata and an address to pay at', async () => {
  const { stripe, origin } = await start();
  const session = await stripe.checkout.sessions.create(guide);
  expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(session).toMatchObject({
    amount_total: 899,
    amount_subtotal: 899,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    metadata: guide.metadata,
    url: `${origin}/c/pay/${session.id}`,
    expires_at: session.created + 86_400,
  });
});

test('a paid session expands to its payment intent, charge and line items', async () => {
  const { stripe, control } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id, name: 'Robin Park' });
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'parent@example.com', name: 'Robin Park' },
    line_items: {
      data: [
        { description: 'Guide <1>', amount_total: 899, price: { unit_amount: 899 }, quantity: 1 },
      ],
    },
    payment_intent: {
      status: 'succeeded',
      amount_received: 899,
      metadata: guide.metadata,
      latest_charge: { object: 'charge', paid: true, refunded: false, amount: 899 },
    },
  });
});

test('sessions are listed newest first, page by page, by time, state, payment intent and email', async () => {
  const { stripe, control } = await start();
  const { sessions } = stripe.checkout;
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await sessions.create(guide)).id);
  const idsBy = async (wanted: Stripe.Checkout.SessionListParams) =>
    (await sessions.list(wanted)).data.map(({ id }) => id);
  expect(await sessions.list({ limit: 2 })).toMatchObject({ has_more: true, data: { length: 2 } });
  const all = await sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  const first = { session: ids[2], email: 'Robin@Example.com' };
  const { payment_intent: intent } = await control('pay', first);
  await control('pay', { session: ids[1] });
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  expect(await idsBy({ status: 'complete' })).toEqual(ids.slice(1));
  expect(await idsBy({ payment_intent: intent ?? '' })).toEqual([ids[2]]);
  expect(await idsBy({ customer_details: { email: 'robin@example.COM' } })).toEqual([ids[2]]);
  expect(await idsBy({ customer_details: { email: 'robin@example.co' } })).toEqual([]);
  expect(await idsBy({ created: { gte: inAMinute } })).toEqual([]);
  expect(await idsBy({ created: { lt: inAMinute } })).toEqual(ids);
});

test('a session expires after its time, says so in an event, and takes no money any more', async () => {
  const { stripe, types } = await start();
  const { id, url, expires_at: expiresAt } = await stripe.checkout.sessions.create(guide);
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAt * 1000 });
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  vi.useRealTimers();
  await eventually(() => expect(types()).toEqual(['checkout.session.expired']));
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(410);
});

test('a promotion code lowers the amounts, and a free order needs no payment', async () => {
  const { stripe, control, types } = await start();
  const { sessions } = stripe.checkout;
  const dear = await sessions.create(guide);
  await control('discount', { session: dear.id, amount: 99 });
  await control('pay', { session: dear.id });
  expect(await sessions.retrieve(dear.id, { expand: ['payment_intent'] })).toMatchObject({
    amount_subtotal: 899,
    amount_total: 800,
    total_details: { amount_discount: 99, amount_shipping: 0, amount_tax: 0 },
    payment_intent: { amount: 800 },
    payment_status: 'paid',
  });
  await eventually(() => expect(types()).toHaveLength(3));

  const free = await sessions.create(guide);
  await control('discount', { session: free.id, amount: 899 });
  await control('pay', { session: free.id });
  expect(await sessions.retrieve(free.id)).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    amount_total: 0,
    payment_intent: null,
  });
  expect(types().slice(3)).toEqual(['checkout.session.completed']);
});
