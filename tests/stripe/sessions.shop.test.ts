import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { errorOf, eventually, guide, start, submit } from './harness.ts';

test('a new session carries the price of its line item, its metadata and an address to pay at', async () => {
  const { stripe, origin } = await start();
  const [line] = guide.line_items ?? [];
  const session = await stripe.checkout.sessions.create({
    ...guide,
    line_items: [{ ...line, quantity: 2 }],
  });
  expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(session).toMatchObject({
    amount_total: 1798,
    amount_subtotal: 1798,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    metadata: guide.metadata,
    url: `${origin}/c/pay/${session.id}`,
    expires_at: session.created + 86_400,
  });
  expect(session.lastResponse.requestId).toMatch(/^req_/);
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
  const { payment_intent: intent } = await control('pay', {
    session: ids[2],
    email: 'Robin@Example.com',
  });
  await control('pay', { session: ids[1] });
  expect(await idsBy({ status: 'complete' })).toEqual(ids.slice(1));
  expect(await idsBy({ payment_intent: intent ?? '' })).toEqual([ids[2]]);
  expect(await idsBy({ customer_details: { email: 'robin@example.COM' } })).toEqual([ids[2]]);
  expect(await idsBy({ customer_details: { email: 'robin@example.co' } })).toEqual([]);
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  expect(await idsBy({ created: { gte: inAMinute } })).toEqual([]);
  expect(await idsBy({ created: { lt: inAMinute } })).toEqual(ids);
});

test('an expired session no longer takes money', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
  await eventually(() => expect(types()).toEqual(['checkout.session.expired']));
  const page = await fetch(url ?? '');
  expect(page.status).toBe(410);
  expect(await page.text()).toContain(guide.cancel_url);
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(410);
  const error = await errorOf(stripe.checkout.sessions.expire(id));
  expect(error.message).toContain('has a status of expired');
});

test('a session expires after its time, and an event says so', async () => {
  const { stripe, types } = await start();
  const { id, expires_at: expiresAt } = await stripe.checkout.sessions.create(guide);
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAt * 1000 });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  vi.useRealTimers();
  await eventually(() => expect(types()).toEqual(['checkout.session.expired']));
});

test('unknown keys and ids are refused with the errors of Stripe', async () => {
  const { stripe, client } = await start();
  const { sessions } = stripe.checkout;
  expect(await errorOf(sessions.retrieve('cs_test_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    type: 'StripeInvalidRequestError',
  });
  for (const id of ['1', 'cs_123', `cs_test_${'a'.repeat(59)}`]) {
    const malformed = await errorOf(sessions.retrieve(id));
    expect(malformed).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect([malformed.code, malformed.message]).toEqual([
      undefined,
      `Invalid checkout.session id: ${id}`,
    ]);
  }
  expect(await errorOf(client('sk_test_other_key').events.list())).toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
    message: 'Invalid API Key provided: sk_test_*********',
  });
});

test('a promotion code lowers the amounts, and a free order needs no payment', async () => {
  const { stripe, control, types } = await start();
  const { id, amount_subtotal: price } = await stripe.checkout.sessions.create(guide);
  await control('discount', { session: id, amount: 99 });
  await control('pay', { session: id });
  const dear = await stripe.checkout.sessions.retrieve(id, {
    expand: ['line_items', 'payment_intent'],
  });
  expect(dear).toMatchObject({
    amount_subtotal: price,
    amount_total: (price ?? 0) - 99,
    total_details: { amount_discount: 99, amount_shipping: 0, amount_tax: 0 },
    discounts: [{ coupon: null, promotion_code: expect.stringMatching(/^promo_/) }],
    line_items: { data: [{ amount_discount: 99, amount_total: (price ?? 0) - 99 }] },
    payment_intent: { amount: (price ?? 0) - 99 },
    payment_status: 'paid',
  });

  const free = await stripe.checkout.sessions.create(guide);
  await control('discount', { session: free.id, amount: price });
  await eventually(() => expect(types()).toHaveLength(3));
  await control('pay', { session: free.id });
  expect(await stripe.checkout.sessions.retrieve(free.id)).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    amount_total: 0,
    payment_intent: null,
  });
  expect(types().slice(3)).toEqual(['checkout.session.completed']);
  expect(await (await fetch(free.url ?? '')).text()).toContain('You have already paid');
});
