import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createStripeStandIn, type StandInOptions } from '../../netlify/local/stripe/stand-in.ts';
import shapes from '../fixtures/stripe-shapes.json' with { type: 'json' };

const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

type Fetch = (request: Request) => Response | Promise<Response>;

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

/** Serves on a free port until the test is over. */
const listen = (fetch: Fetch) =>
  new Promise<{ origin: string; port: number }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ origin: `http://127.0.0.1:${port}`, port }),
    );
    cleanups.push(() => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  });

/** The shop's end: checks each signature and answers what the test wants. */
const startReceiver = async () => {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const delays: number[] = [];
  const { origin } = await listen(async (request) => {
    const event = Stripe.webhooks.constructEvent(
      await request.text(),
      request.headers.get('stripe-signature') ?? '',
      WEBHOOK_SECRET,
    );
    await setTimeout(delays.shift() ?? 0);
    received.push(event);
    return new Response(null, { status: answers.shift() ?? 204 });
  });
  const types = () => received.map(({ type }) => type);
  return { received, answers, delays, types, webhookUrl: `${origin}/api/stripe-webhook` };
};

const start = async (more: Partial<StandInOptions> = {}) => {
  const receiver = await startReceiver();
  let standIn: ReturnType<typeof createStripeStandIn> | undefined;
  const { origin, port } = await listen(
    (request) => standIn?.fetch(request) ?? new Response(null, { status: 503 }),
  );
  standIn = createStripeStandIn({
    origin,
    secretKey: SECRET_KEY,
    webhookUrl: receiver.webhookUrl,
    webhookSecret: WEBHOOK_SECRET,
    stateFile: null,
    ...more,
  });
  cleanups.push(standIn.close);
  const client = (key: string, maxNetworkRetries = 0) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries });
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${origin}/_control/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const control = async (path: string, body: unknown): Promise<unknown> =>
    (await send('POST', path, body)).json();
  return { ...receiver, origin, client, stripe: client(SECRET_KEY), send, control, standIn };
};

const guide: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    {
      price_data: { currency: 'usd', unit_amount: 899, product_data: { name: 'Guide <1>' } },
      quantity: 1,
    },
  ],
  success_url: 'http://localhost:8888/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8888/payment-canceled',
  metadata: { product_type: 'individual_guide_6_10' },
  payment_intent_data: { metadata: { product_type: 'individual_guide_6_10' } },
};

const GOOD_CARD = { email: 'parent@example.com', expiry: '12 / 34', cvc: '123' };

const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ ...GOOD_CARD, ...fields }),
    redirect: 'manual',
  });

const expectKeysOf = (name: keyof typeof shapes, object: object) => {
  expect(Object.keys(object)).toEqual(expect.arrayContaining(Object.keys(shapes[name])));
  expect(object).toHaveProperty('object', name);
};

const idOf = (reference: string | { id: string } | null) =>
  z.string().parse(typeof reference === 'string' ? reference : reference?.id);

const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the call should have failed');
};

test('a new session carries the sum of its line items, its metadata and an address to pay at', async () => {
  const { stripe, origin } = await start();
  const [line] = guide.line_items ?? [];
  const session = await stripe.checkout.sessions.create({
    ...guide,
    line_items: [{ ...line, quantity: 2 }, { ...line }],
    client_reference_id: 'visit-7',
    customer_email: 'parent@example.com',
  });
  expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(session).toMatchObject({
    amount_total: 2697,
    amount_subtotal: 2697,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    metadata: guide.metadata,
    client_reference_id: 'visit-7',
    customer_details: { email: 'parent@example.com' },
    url: `${origin}/c/pay/${session.id}`,
    expires_at: session.created + 86_400,
  });
  expect(session.lastResponse.requestId).toMatch(/^req_/);
});

test('every object has every key of its published sample', async () => {
  const { stripe, control } = await start();
  const open = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: open.id });
  await control('warn', { session: open.id });
  const session = await stripe.checkout.sessions.retrieve(open.id);
  expectKeysOf('checkout.session', session);
  const intent = await stripe.paymentIntents.retrieve(idOf(session.payment_intent));
  expectKeysOf('payment_intent', intent);
  const charge = await stripe.charges.retrieve(idOf(intent.latest_charge));
  expectKeysOf('charge', charge);
  expectKeysOf('refund', await stripe.refunds.create({ charge: charge.id, amount: 100 }));
  await control('dispute', { session: open.id });
  const disputes = await stripe.disputes.list({ payment_intent: intent.id });
  const [dispute] = disputes.data;
  expectKeysOf('dispute', await stripe.disputes.retrieve(dispute?.id ?? ''));
  const [event] = (await stripe.events.list({ type: 'radar.*' })).data;
  expectKeysOf('event', await stripe.events.retrieve(event?.id ?? ''));
  expectKeysOf('radar.early_fraud_warning', event?.data.object ?? {});
  expect(Object.keys(open)).toEqual(expect.arrayContaining(Object.keys(session)));
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
    line_items: { data: [{ description: 'Guide <1>', amount_total: 899, quantity: 1 }] },
    payment_intent: {
      status: 'succeeded',
      amount_received: 899,
      metadata: guide.metadata,
      latest_charge: { object: 'charge', paid: true, refunded: false, amount: 899 },
    },
  });
  const items = await stripe.checkout.sessions.listLineItems(id);
  expect(items.data[0]?.price?.unit_amount).toBe(899);
  const error = await errorOf(stripe.checkout.sessions.retrieve(id, { expand: ['nonsense'] }));
  expect(error.message).toBe('This property cannot be expanded (nonsense).');
});

test('sessions are listed newest first, page by page, and by time, state and payment intent', async () => {
  const { stripe, control } = await start();
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    ids.unshift((await stripe.checkout.sessions.create(guide)).id);
  }
  const firstPage = await stripe.checkout.sessions.list({ limit: 2 });
  expect(firstPage.has_more).toBe(true);
  expect(firstPage.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  const before = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[3] ?? '' });
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  await control('pay', { session: ids[4] });
  const complete = await stripe.checkout.sessions.list({ status: 'complete' });
  expect(complete.data.map(({ id }) => id)).toEqual([ids[4]]);
  const byIntent = await stripe.checkout.sessions.list({
    payment_intent: idOf(complete.data[0]?.payment_intent ?? null),
    expand: ['data.payment_intent'],
  });
  expect(byIntent.data[0]?.payment_intent).toMatchObject({ object: 'payment_intent' });
  const later = Math.floor(Date.now() / 1000) + 60;
  expect((await stripe.checkout.sessions.list({ created: { gte: later } })).data).toEqual([]);
  expect((await stripe.checkout.sessions.list({ created: { lt: later } })).data).toHaveLength(5);
});

test('a session expires when it is told to, and then no longer takes money', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
  await vi.waitFor(() => expect(types()).toEqual(['checkout.session.expired']));
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
  await vi.waitFor(() => expect(types()).toEqual(['checkout.session.expired']));
});

test('bad parameters, keys and ids are refused with the errors that Stripe gives', async () => {
  const { stripe, client, origin } = await start();
  const { sessions } = stripe.checkout;
  const { success_url: successUrl, ...withoutSuccess } = guide;
  expect(await errorOf(sessions.create(withoutSuccess))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'parameter_missing',
    param: 'success_url',
  });
  expect(await errorOf(sessions.create({ ...guide, discounts: [{ coupon: 'x' }] }))).toMatchObject({
    code: 'parameter_unknown',
    param: 'discounts',
  });
  expect(
    await errorOf(sessions.create({ ...guide, success_url: successUrl?.slice(5) ?? '' })),
  ).toMatchObject({ code: 'url_invalid', param: 'success_url' });
  expect(
    await errorOf(sessions.create({ ...guide, expires_at: Math.floor(Date.now() / 1000) + 60 })),
  ).toMatchObject({ param: 'expires_at' });
  expect(await errorOf(sessions.retrieve('cs_test_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    type: 'StripeInvalidRequestError',
  });
  expect(await errorOf(client('sk_test_other_key').events.list())).toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
    message: 'Invalid API Key provided: sk_test_*********',
  });
  expect((await fetch(`${origin}/v1/events`)).status).toBe(401);
  expect(await errorOf(stripe.customers.list())).toMatchObject({ statusCode: 404 });
});

test('an idempotency key replays the first answer and refuses other parameters', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  const idempotencyKey = 'visit-7-guide';
  const first = await sessions.create(guide, { idempotencyKey });
  const again = await sessions.create(guide, { idempotencyKey });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await sessions.list()).data).toHaveLength(1);
  const other = { ...guide, client_reference_id: 'another' };
  expect(await errorOf(sessions.create(other, { idempotencyKey }))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

test('of calls that run at once under one idempotency key only the first does the deed', async () => {
  const { standIn, origin, stripe } = await start();
  const fields = {
    mode: 'payment',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '899',
    'line_items[0][price_data][product_data][name]': 'Guide 1',
    success_url: 'http://localhost:8888/payment-success',
  };
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': 'at-once' };
  const create = async () => {
    const body = new URLSearchParams(fields);
    const url = `${origin}/v1/checkout/sessions`;
    return (await standIn.fetch(new Request(url, { method: 'POST', headers, body }))).status;
  };
  expect(await Promise.all([create(), create(), create()])).toEqual([200, 409, 409]);
  expect(await create()).toBe(200);
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
});

test('a buyer pays by the form, and is sent back after the shop has heard of it', async () => {
  const { stripe, received, types, delays } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const page = await (await fetch(url ?? '')).text();
  expect(page).toContain('no real money moves');
  expect(page).toContain('Guide &lt;1&gt;');
  expect(page).toContain('Pay $8.99');
  expect(page).not.toContain('<script');
  delays.push(150, 150, 150);
  const answer = await submit(url, { number: '4242 4242 4242 4242', name: 'Robin Park' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(
    `http://localhost:8888/payment-success?session_id=${id}`,
  );
  expect(types()).toContain('checkout.session.completed');
  await vi.waitFor(() =>
    expect(types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]),
  );
  const completed = received.find((event) => event.type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({
    id,
    payment_status: 'paid',
    customer_details: { email: 'parent@example.com', name: 'Robin Park' },
  });
  const reopened = await (await fetch(url ?? '')).text();
  expect(reopened).toContain('You have paid already');
  expect(reopened).toContain(`session_id=${id}`);
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(303);
  expect(await stripe.events.list()).toMatchObject({ data: { length: 3 } });
});

test('two clicks on Pay charge once and end in the same place', async () => {
  const { stripe } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const clicks = [1, 2, 3].map(() => submit(url, { number: '4242424242424242' }));
  for (const answer of await Promise.all(clicks)) {
    expect(answer.headers.get('location')).toContain(id);
  }
  expect((await stripe.events.list({ type: 'charge.succeeded' })).data).toHaveLength(1);
});

test('a declined card leaves the session open for another one', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const declined = await submit(url, { number: '4000000000000002' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('Your card was declined.');
  await vi.waitFor(() => expect(types()).toContain('payment_intent.payment_failed'));
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(303);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({
    payment_status: 'paid',
    payment_intent: { status: 'succeeded', last_payment_error: null },
  });
});

test.each([
  [{ number: '4111111111111111' }, 'Your card number is invalid.'],
  [{ number: '4242424242424242', expiry: '01/20' }, 'expiration date is in the past.'],
  [{ number: '4242424242424242', expiry: 'soon' }, 'expiration date is incomplete.'],
  [{ number: '4242424242424242', cvc: '1' }, 'security code is incomplete.'],
  [{ number: '4242424242424242', email: 'nobody' }, 'Your email is incomplete.'],
])('the form says in words what is wrong with %o', async (fields, words) => {
  const { stripe, origin } = await start();
  const { url } = await stripe.checkout.sessions.create(guide);
  const answer = await submit(url, fields);
  expect(answer.status).toBe(422);
  expect((await answer.text()).replaceAll('&#39;', "'")).toContain(words);
  expect((await fetch(`${origin}/c/pay/cs_test_none`)).status).toBe(404);
});

test.each([
  { outcome: 'succeeded', status: 'paid', intent: 'succeeded' },
  { outcome: 'failed', status: 'unpaid', intent: 'requires_payment_method' },
])('a bank debit completes unpaid and has $outcome later', async ({ outcome, status, intent }) => {
  const { stripe, control, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  expect((await submit(url, { method: 'bank', settle: 'never' })).status).toBe(303);
  const expand = ['payment_intent'];
  expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'processing' },
  });
  await control('settle', { session: id, outcome });
  expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
    payment_status: status,
    payment_intent: { status: intent },
  });
  await vi.waitFor(() => expect(types()).toContain(`checkout.session.async_payment_${outcome}`));
});

test('a bank debit settles by itself after ten seconds', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  await submit(url, { method: 'bank', settle: 'seconds' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  vi.useRealTimers();
  await vi.waitFor(() => expect(types()).toContain('checkout.session.async_payment_succeeded'));
});

test.each([
  ['4000000000005423', 'radar.early_fraud_warning.created'],
  ['4000000000000259', 'charge.dispute.created'],
])('the card %s pays, and some seconds later brings %s', async (number, type) => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  expect((await submit(url, { number })).status).toBe(303);
  expect(types()).not.toContain(type);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  vi.useRealTimers();
  await vi.waitFor(() => expect(types()).toContain(type));
});

test('an event that the shop answers with 500 is sent again under the same id', async () => {
  const { stripe, answers, received } = await start();
  const { url } = await stripe.checkout.sessions.create(guide);
  answers.push(500, 500, 500);
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(303);
  await vi.waitFor(() => expect(received).toHaveLength(3));
  expect((await stripe.events.list()).data.every((event) => event.pending_webhooks === 1)).toBe(
    true,
  );
  await vi.waitFor(() => expect(received).toHaveLength(6), { timeout: 3_000 });
  expect(new Set(received.map((event) => event.id)).size).toBe(3);
  await vi.waitFor(async () =>
    expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(3),
  );
});

test('webhooks can be copied, held back, let go in another order and sent again', async () => {
  const { stripe, send, control, received, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await send('PUT', 'faults', { webhooks: { copies: 2, hold: true, shuffle: true } });
  await control('pay', { session: id });
  const { data: events } = await stripe.events.list();
  const inOrder = events.map((event) => event.type).toReversed();
  expect(received).toEqual([]);
  expect(await control('flush', {})).toEqual({ sent: 3 });
  expect(types()).toHaveLength(6);
  expect([...new Set(types())]).not.toEqual(inOrder);
  expect([...new Set(types())].toSorted()).toEqual(inOrder.toSorted());
  await send('DELETE', 'faults');
  await control('resend', { event: events[0]?.id });
  expect(received.at(-1)?.id).toBe(events[0]?.id);
  expect(received).toHaveLength(7);
  expect((await send('PUT', 'faults', { webhooks: { copies: 9 } })).status).toBe(400);
});

test('the API can be told to fail: the deed of a cut-off answer is done all the same', async () => {
  const { stripe, send } = await start();
  const { sessions } = stripe.checkout;
  const key = { idempotencyKey: 'cut' };
  await send('PUT', 'faults', { api: { cutOff: true, times: 1 } });
  const cut = await errorOf(sessions.create(guide, key));
  expect(cut.type).toBe('StripeConnectionError');
  const session = await sessions.create(guide, key);
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await sessions.list()).data).toHaveLength(1);
  await send('PUT', 'faults', { api: { status: 429, times: 1 } });
  const limited = await errorOf(sessions.retrieve(session.id));
  expect(limited.type).toBe('StripeRateLimitError');
  expect((await sessions.retrieve(session.id)).id).toBe(session.id);
});

test('refunds in part and in full send both families of events and stop at the charge', async () => {
  const { stripe, control, types, received } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  const paid = z.object({ payment_intent: z.string() });
  const intent = paid.parse(await control('pay', { session: id })).payment_intent;
  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 200,
    reason: 'requested_by_customer',
    metadata: { ticket: '7' },
  });
  expect(part).toMatchObject({ amount: 200, status: 'succeeded', metadata: { ticket: '7' } });
  const over = await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 700 }));
  expect(over.message).toBe(
    'Refund amount ($7.00) is greater than unrefunded amount on charge ($6.99)',
  );
  await control('refund', { session: id });
  expect(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject(
    {
      status: 'succeeded',
      latest_charge: { amount_refunded: 899, refunded: true },
    },
  );
  expect(await errorOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  const list = await stripe.refunds.list({ payment_intent: intent });
  expect(list.data.map(({ amount }) => amount)).toEqual([699, 200]);
  expect((await stripe.refunds.retrieve(part.id, { expand: ['charge'] })).charge).toMatchObject({
    object: 'charge',
  });
  await vi.waitFor(() => {
    expect(types().filter((type) => type === 'refund.created')).toHaveLength(2);
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2);
  });
  const charges = received.filter((event) => event.type === 'charge.refunded');
  expect(charges.map((event) => event.data.object)).not.toContainEqual(
    expect.objectContaining({ refunds: expect.anything() }),
  );
  expect(charges.map((event) => event.data.object)).toContainEqual(
    expect.objectContaining({ amount_refunded: 200, refunded: false }),
  );
});

test('a refund to a bank account is pending first and finishes later', async () => {
  const { stripe, control, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id, method: 'bank', settle: 'never' });
  await control('settle', { session: id, outcome: 'succeeded' });
  const { id: refundId } = z
    .object({ id: z.string() })
    .parse(await control('refund', { session: id }));
  expect((await stripe.refunds.retrieve(refundId)).status).toBe('pending');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
  expect((await stripe.refunds.retrieve(refundId)).status).toBe('succeeded');
  vi.useRealTimers();
  await vi.waitFor(() => expect(types()).toContain('refund.updated'));
});

test('a refund can fail, and then the charge is whole again', async () => {
  const { stripe, control, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id });
  const refund = z.object({ id: z.string(), charge: z.string() });
  const { id: refundId, charge } = refund.parse(await control('refund', { session: id }));
  await control('refund/fail', { id: refundId });
  expect(await stripe.refunds.retrieve(refundId)).toMatchObject({ status: 'failed' });
  expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
    refunded: false,
    amount_refunded: 0,
    refunds: { data: [{ id: refundId, status: 'failed' }] },
  });
  await vi.waitFor(() => expect(types()).toContain('refund.failed'));
});

test.each([
  { status: 'won', funds: true },
  { status: 'lost', funds: false },
])('a dispute is opened and $status', async ({ status, funds }) => {
  const { stripe, control, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id });
  const opened = z.object({ id: z.string(), charge: z.string() });
  const dispute = opened.parse(await control('dispute', { session: id }));
  expect((await stripe.charges.retrieve(dispute.charge)).disputed).toBe(true);
  expect(await errorOf(stripe.refunds.create({ charge: dispute.charge }))).toMatchObject({
    code: 'charge_disputed',
  });
  await control('dispute/close', { id: dispute.id, status });
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe(status);
  await vi.waitFor(() => {
    expect(types()).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.closed',
      ]),
    );
    expect(types().includes('charge.dispute.funds_reinstated')).toBe(funds);
  });
});

test('payments, keys and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
  const before = await start({ stateFile, webhookUrl: 'http://127.0.0.1:9/nobody' });
  const session = await before.stripe.checkout.sessions.create(guide, { idempotencyKey: 'one' });
  await before.control('pay', { session: session.id });
  before.standIn.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  const after = await start({ stateFile });
  const kept = await after.stripe.checkout.sessions.retrieve(session.id);
  expect(kept.payment_status).toBe('paid');
  const replayed = await after.stripe.checkout.sessions.create(guide, { idempotencyKey: 'one' });
  expect(replayed.id).toBe(session.id);
  await vi.waitFor(() => expect(after.types()).toContain('checkout.session.completed'), {
    timeout: 3_000,
  });
});

test('the dashboard lists payments and events, works its buttons, and obeys no other site', async () => {
  const { stripe, control, origin, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id });
  const click = (path: string, fields: Record<string, string>, from = origin) =>
    fetch(`${origin}/dashboard/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: from },
      redirect: 'manual',
    });
  expect((await click('refund', { payment: id }, 'http://localhost:8888')).status).toBe(403);
  expect((await click('refund', { payment: id, amount: '2.50' })).status).toBe(303);
  const tooMuch = await click('refund', { payment: id, amount: '20' });
  expect(tooMuch.status).toBe(422);
  expect(await tooMuch.text()).toContain('Refund amount ($20.00) is greater than');
  await vi.waitFor(() => expect(types()).toContain('charge.refunded'));
  const page = await (await fetch(origin)).text();
  expect(page).toContain('Guide &lt;1&gt;');
  expect(page).toContain('paid, $2.50 refunded');
  expect(page).toContain('checkout.session.completed');
  const foreign = await fetch(`${origin}/_control/faults`, {
    method: 'DELETE',
    headers: { origin: 'http://localhost:8888' },
  });
  expect(foreign.status).toBe(403);
});
