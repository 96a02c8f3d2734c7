import { expect, test, vi } from 'vitest';
import { errorOf, eventually, guide, idOf, start, submit } from './harness.ts';

test('sessions are listed newest first, page by page, and by time, state and payment intent', async () => {
  const { stripe, control } = await start();
  const { sessions } = stripe.checkout;
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.unshift((await sessions.create(guide)).id);
  const firstPage = await sessions.list({ limit: 2 });
  expect(firstPage.has_more).toBe(true);
  expect(firstPage.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const all = await sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  await control('pay', { session: ids[4] });
  const complete = await sessions.list({ status: 'complete' });
  expect(complete.data.map(({ id }) => id)).toEqual([ids[4]]);
  const byIntent = await sessions.list({
    payment_intent: idOf(complete.data[0]?.payment_intent ?? null),
    expand: ['data.payment_intent'],
  });
  expect(byIntent.data[0]?.payment_intent).toMatchObject({ object: 'payment_intent' });
  const later = Math.floor(Date.now() / 1000) + 60;
  expect((await sessions.list({ created: { gte: later } })).data).toEqual([]);
  expect((await sessions.list({ created: { lt: later } })).data).toHaveLength(5);
});

test('a session expires when it is told to, and then no longer takes money', async () => {
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

test('a session past its time is expired for whoever reads it, with its event', async () => {
  const { stripe, types } = await start();
  const { id, expires_at: expiresAt } = await stripe.checkout.sessions.create(guide);
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAt * 1000 });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  vi.useRealTimers();
  await eventually(() => expect(types()).toEqual(['checkout.session.expired']));
});

test('unknown keys, ids and addresses are refused with the errors that Stripe gives', async () => {
  const { stripe, client, origin } = await start();
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
  expect((await fetch(`${origin}/v1/events`)).status).toBe(401);
  expect(await errorOf(stripe.customers.list())).toMatchObject({ statusCode: 404 });
});

test('a promotion code takes off what Stripe then tells of, and what is free needs no payment', async () => {
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
  expect(await (await fetch(free.url ?? '')).text()).toContain('You have paid already');
});
