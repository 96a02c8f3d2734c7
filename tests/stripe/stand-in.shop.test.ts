import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

const ORIGIN = 'http://localhost:8889';
const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A stand-in until the test ends, and the shop's end of its webhooks. */
const start = (stateFile: string | null = null) => {
  const standIn = createStripeStandIn({
    origin: ORIGIN,
    secretKey: SECRET_KEY,
    webhookUrl: 'http://localhost:8888/api/stripe-webhook',
    webhookSecret: WEBHOOK_SECRET,
    stateFile,
  });
  onTestFinished(standIn.close);
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  /** Checks each signature and answers with the next of `answers`. */
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { headers, body } = new Request(url, init);
    const [text, signature] = [await new Response(body).text(), headers.get('stripe-signature')];
    received.push(Stripe.webhooks.constructEvent(text, signature ?? '', WEBHOOK_SECRET));
    return new Response(null, { status: answers.shift() ?? 204 });
  });
  const call = async (input: string | URL | Request, init?: RequestInit) =>
    standIn.fetch(new Request(input, init));
  const client = (key: string) =>
    new Stripe(key, { httpClient: Stripe.createFetchHttpClient(call), maxNetworkRetries: 0 });
  const send = (method: string, path: string, body: object) =>
    call(`${ORIGIN}/_control/${path}`, { method, body: JSON.stringify(body) });
  return {
    received,
    answers,
    types: () => received.map(({ type }) => type),
    client,
    stripe: client(SECRET_KEY),
    setFaults: (faults: object) => send('PUT', 'faults', faults),
    control: (path: string, body: object) => send('POST', path, body),
    close: standIn.close,
  };
};

const priced = (unit_amount: number) => ({
  line_items: [
    { price_data: { currency: 'usd', unit_amount, product_data: { name: 'Guide' } }, quantity: 1 },
  ],
});
const guide: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  ...priced(899),
  success_url: 'http://localhost:8888/payment-success?session_id={CHECKOUT_SESSION_ID}',
};

test('what Stripe refuses or does not know is refused with its errors', async () => {
  const { stripe, client } = start();
  const { sessions } = stripe.checkout;
  const refused = { statusCode: 400, type: 'StripeInvalidRequestError' };
  for (const change of [{ colour: 'red' }, { success_url: '/paid' }, priced(8.99), priced(49)]) {
    await expect(sessions.create({ ...guide, ...change })).rejects.toMatchObject(refused);
  }
  for (const id of ['1', 'cs_123', `cs_test_${'a'.repeat(59)}`]) {
    const message = `Invalid checkout.session id: ${id}`;
    await expect(sessions.retrieve(id)).rejects.toMatchObject({ ...refused, message });
  }
  const tooDeep = { expand: ['data.payment_intent.latest_charge.refunds.data'] };
  await expect(sessions.list(tooDeep)).rejects.toMatchObject(refused);
  await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject(refused);
  const missing = { statusCode: 404, code: 'resource_missing' };
  await expect(sessions.retrieve('cs_test_none')).rejects.toMatchObject(missing);
  const { events } = client('sk_test_other');
  await expect(events.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
});

test('a session expires after a day, and takes no money any more', async () => {
  const { stripe, control, types } = start();
  const { id: session } = await stripe.checkout.sessions.create(guide);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect((await control('pay', { session })).ok).toBe(false);
  const seen = await stripe.checkout.sessions.retrieve(session);
  expect(seen).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  await expect.poll(types).toEqual(['checkout.session.expired']);
});

const OF_A_PAYMENT = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];

test('events come again, in reverse, twice, or not until they are resent, as the developer wishes', async () => {
  const { stripe, control, setFaults, types, received, answers } = start();
  const payUnder = async (webhooks: object) => {
    received.length = 0;
    await setFaults({ webhooks });
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
  // The shop fails.
  answers.push(500, 500, 500);
  await payUnder({});
  await expect.poll(() => received).toHaveLength(6);
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
});

test.each([
  ['warning_needs_response', true, []],
  ['needs_response', false, ['charge.dispute.funds_withdrawn']],
])('a payment whose bank says %s can be refunded: %s', async (status, isRefundable, more) => {
  const { stripe, control, types } = start();
  const { id: session } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session });
  await control('dispute', { session, status });
  expect((await control('refund', { session })).ok).toBe(isRefundable);
  const ofDisputes = () => types().filter((type) => type.includes('dispute'));
  await expect.poll(ofDisputes).toEqual(['charge.dispute.created', ...more]);
});

const KEY = { idempotencyKey: 'one' };

test('an idempotency key replays its answer for 24 hours, and is refused for another call', async () => {
  const { stripe, setFaults } = start();
  const { sessions } = stripe.checkout;
  await setFaults({ api: { cutOff: true, times: 1 } });
  // The call is carried out, and its answer is lost.
  await expect(sessions.create(guide, KEY)).rejects.toThrow('Invalid JSON');
  const { id } = await sessions.create(guide, KEY);
  expect((await sessions.list()).data).toHaveLength(1);
  const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
  const other = sessions.create({ ...guide, ...priced(999) }, KEY);
  await expect(other).rejects.toMatchObject(refusal);
  await expect(sessions.expire(id, {}, KEY)).rejects.toMatchObject(refusal);
  const madeAt = Date.now();
  for (const hours of [23.9, 24.1]) {
    vi.useFakeTimers({ toFake: ['Date'], now: madeAt + hours * 3_600_000 });
    expect((await sessions.create(guide, KEY)).id === id).toBe(hours < 24);
  }
});

test('payments, keys and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
  const before = start(stateFile);
  before.answers.push(500, 500, 500);
  const { id } = await before.stripe.checkout.sessions.create(guide, KEY);
  await before.control('pay', { session: id });
  before.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  const { stripe, types } = start(stateFile);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  expect((await stripe.checkout.sessions.create(guide, KEY)).id).toBe(id);
  await expect.poll(types).toContain('checkout.session.completed');
});
