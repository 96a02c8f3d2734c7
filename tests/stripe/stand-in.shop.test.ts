import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveOnLoopback, serveOnceMade } from '../../netlify/local/serve.ts';
import type { StandInOptions } from '../../netlify/local/stripe/services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

afterEach(() => void vi.useRealTimers());

const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

/** Serves the stand-in until the test ends, and the shop's end of its webhooks. */
const start = async (more: Partial<StandInOptions> = {}) => {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  /** Checks each signature and answers with the next of `answers`. */
  const shop = await serveOnLoopback(async (request) => {
    const signature = request.headers.get('stripe-signature') ?? '';
    received.push(Stripe.webhooks.constructEvent(await request.text(), signature, WEBHOOK_SECRET));
    return new Response(null, { status: answers.shift() ?? 204 });
  }, 0);
  const { origin, port, close, answerBy } = await serveOnceMade(0);
  for (const end of [close, shop.close]) onTestFinished(end);
  const standIn = createStripeStandIn({
    origin,
    secretKey: SECRET_KEY,
    webhookUrl: `${shop.origin}/api/stripe-webhook`,
    webhookSecret: WEBHOOK_SECRET,
    stateFile: null,
    ...more,
  });
  onTestFinished(standIn.close);
  answerBy(standIn.fetch);
  const client = (key: string) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0 });
  const send = (method: string, path: string, body: unknown) =>
    fetch(`${origin}/_control/${path}`, { method, body: JSON.stringify(body) });
  const control = (path: string, body: unknown) => send('POST', path, body);
  const types = () => received.map(({ type }) => type);
  const stripe = client(SECRET_KEY);
  return { received, answers, types, origin, client, stripe, send, control, standIn };
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
};

const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the call should have failed');
};

const priced = (unit_amount: number) => ({
  line_items: [{ price_data: { currency: 'usd', unit_amount, product_data: { name: 'Guide' } } }],
});

test('what Stripe refuses or does not know is refused with its errors', async () => {
  const { stripe, client } = await start();
  const { sessions } = stripe.checkout;
  const refused = { statusCode: 400, type: 'StripeInvalidRequestError' };
  const odd = [{ colour: 'red' }, { success_url: '/paid' }, priced(8.99), priced(49)];
  const malformed = ['1', 'cs_123', `cs_test_${'a'.repeat(59)}`];
  const rows: readonly (readonly [call: Promise<unknown>, error: object])[] = [
    ...odd.map((change) => [sessions.create({ ...guide, ...change }), refused] as const),
    [stripe.events.list({ limit: 101 }), refused],
    [sessions.list({ expand: ['data.payment_intent.latest_charge.refunds.data'] }), refused],
    ...malformed.map(
      (id) =>
        [
          sessions.retrieve(id),
          { ...refused, message: `Invalid checkout.session id: ${id}` },
        ] as const,
    ),
    [sessions.retrieve('cs_test_none'), { statusCode: 404, code: 'resource_missing' }],
    [client('sk_test_other').events.list(), { statusCode: 401, type: 'StripeAuthenticationError' }],
  ];
  await Promise.all(
    rows.map(async ([call, error]) => expect(await errorOf(call)).toMatchObject(error)),
  );
});

/** Starts the stand-in with a session, and sends the form of its payment page as a buyer does. */
const startOpen = async () => {
  const started = await start();
  const { id, url } = await started.stripe.checkout.sessions.create(guide);
  const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123' };
  const body = new URLSearchParams({ email: 'parent@example.com', ...card });
  const pay = () => fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
  return { ...started, pay, seen: () => started.stripe.checkout.sessions.retrieve(id) };
};

test('a session expires after a day, and takes no money any more', async () => {
  const { pay, types, seen } = await startOpen();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await seen()).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  vi.useRealTimers();
  await expect.poll(types).toContain('checkout.session.expired');
  expect((await pay()).status).toBe(410);
});

test('an event that the shop answers with 500 is sent again under the same id', async () => {
  const { stripe, pay, answers, received } = await startOpen();
  const waiting = async () =>
    (await stripe.events.list()).data.map((event) => event.pending_webhooks);
  answers.push(500, 500, 500);
  await pay();
  await expect.poll(waiting).toEqual([0, 0, 0]);
  expect(received).toHaveLength(6);
  expect(new Set(received.map((event) => event.id)).size).toBe(3);
});

const OF_A_PAYMENT = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];

test('events come in reverse, twice, or not until they are resent, if the developer wishes', async () => {
  const { send, stripe, control, types, received } = await start();
  const payUnder = async (webhooks: object) => {
    received.length = 0;
    await send('PUT', 'faults', { webhooks });
    const { id: session } = await stripe.checkout.sessions.create(guide);
    await control('pay', { session });
    return types();
  };
  expect(await payUnder({ reverse: true })).toEqual(OF_A_PAYMENT.toReversed());
  const twice = [...OF_A_PAYMENT, ...OF_A_PAYMENT].toSorted();
  expect((await payUnder({ copies: 2 })).toSorted()).toEqual(twice);
  expect(await payUnder({ hold: true })).toEqual([]);
  const [newest] = (await stripe.events.list({ limit: 1 })).data;
  await control('resend', { event: newest?.id });
  expect(types()).toEqual([newest?.type]);
});

const KEY = { idempotencyKey: 'one' };
const OTHER = { ...guide, cancel_url: 'https://another.example' };

test('an idempotency key replays its answer for 24 hours, and is refused for another call', async () => {
  const { stripe, send } = await start();
  const { sessions } = stripe.checkout;
  const create = (params: object = guide) => sessions.create({ ...guide, ...params }, KEY);
  await send('PUT', 'faults', { api: { cutOff: true, times: 1 } });
  // The call is carried out, and its answer is lost.
  expect((await errorOf(create())).type).toBe('StripeConnectionError');
  const { lastResponse, id } = await create();
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  for (const call of [() => create(OTHER), () => sessions.expire(id, {}, KEY)]) {
    const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
    expect(await errorOf(call())).toMatchObject(refusal);
  }
  const madeAt = Date.now();
  for (const [hours, isReplayed] of [
    [23.9, true],
    [24.1, false],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: madeAt + hours * 3_600_000 });
    expect((await create()).id === id).toBe(isReplayed);
  }
});

test('payments, keys and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
  const before = await start({ stateFile, webhookUrl: 'http://127.0.0.1:9/nobody' });
  const { id } = await before.stripe.checkout.sessions.create(guide, KEY);
  await before.control('pay', { session: id });
  before.standIn.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  const { stripe, types } = await start({ stateFile });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  expect((await stripe.checkout.sessions.create(guide, KEY)).id).toBe(id);
  await expect.poll(types).toContain('checkout.session.completed');
});
