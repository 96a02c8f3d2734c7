import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { buy, control, setFaults } from '../shop/buying.ts';
import { LEVELS } from '../shop/mail-shop.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { checkout, events } = shop.stripe;
const { sessions } = checkout;
const WEBHOOK = `${shop.siteUrl}/api/stripe-webhook`;

const fetched = vi.spyOn(globalThis, 'fetch');
beforeEach(async () => {
  for (const level of LEVELS) vi.spyOn(console, level).mockReturnValue();
  vi.useRealTimers();
  await shop.empty();
  fetched.mockClear();
});

/** The events that were sent to the webhook. */
const received = (): Stripe.Event[] =>
  fetched.mock.calls
    .filter(([url]) => url === WEBHOOK)
    .map(([, init]) => JSON.parse(String(init?.body)));
const types = () => received().map(({ type }) => type);

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
  await expect(events.list({ limit: 101 })).rejects.toMatchObject(refused);
  const missing = { statusCode: 404, code: 'resource_missing' };
  await expect(sessions.retrieve('cs_test_none')).rejects.toMatchObject(missing);
});

test('a session expires after a day, and takes no money any more', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const { id: session } = await sessions.create(guide);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect((await shop.control('/_control/pay', jsonPost({ session }))).ok).toBe(false);
  const expired = { status: 'expired', payment_status: 'unpaid' };
  expect(await sessions.retrieve(session)).toMatchObject(expired);
  expect((await events.list()).data).toMatchObject([{ type: 'checkout.session.expired' }]);
});

const OF_A_PAYMENT = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];

test('events come again, in reverse, twice, or not until they are resent, as the developer wishes', async () => {
  const payUnder = async (webhooks: object) => {
    fetched.mockClear();
    await setFaults(shop, { webhooks });
    await buy(shop, 'bundle');
    return types();
  };
  expect(await payUnder({ reverse: true })).toEqual(OF_A_PAYMENT.toReversed());
  const twice = [...OF_A_PAYMENT, ...OF_A_PAYMENT].toSorted();
  expect((await payUnder({ copies: 2 })).toSorted()).toEqual(twice);
  expect(await payUnder({ hold: true })).toEqual([]);
  const [newest] = (await events.list({ limit: 1 })).data;
  await control(shop, 'resend', { event: newest?.id });
  expect(types()).toEqual([newest?.type]);
  shop.failRedis('500');
  await payUnder({});
  shop.failRedis('none');
  await expect.poll(received).toHaveLength(4);
  expect(new Set(received().map(({ id }) => id)).size).toBe(3);
});

test.each([
  ['warning_needs_response', true, []],
  ['needs_response', false, ['charge.dispute.funds_withdrawn']],
])('a payment whose bank says %s can be refunded: %s', async (status, isRefundable, more) => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, 'bundle');
  await control(shop, 'dispute', { session, status });
  const refunded = await shop.control('/_control/refund', jsonPost({ session }));
  expect(refunded.ok).toBe(isRefundable);
  const ofDisputes = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];
  const { data } = await events.list({ types: ofDisputes });
  expect(data.map(({ type }) => type)).toEqual([...more, 'charge.dispute.created']);
});

const ORIGIN = 'http://localhost:8889';
const SECRET_KEY = 'sk_test_of_its_own';
const KEY = { idempotencyKey: 'one', maxNetworkRetries: 0 };

/** A stand-in that the shop does not call, until the test ends. The shop refuses its events, since another secret signs. */
const openAlone = (stateFile: string | null = null) => {
  const standIn = createStripeStandIn({
    origin: ORIGIN,
    webhookUrl: WEBHOOK,
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_of_its_own',
    stateFile,
  });
  onTestFinished(standIn.close);
  const call = async (...asked: Parameters<typeof fetch>) => standIn.fetch(new Request(...asked));
  const stripe = new Stripe(SECRET_KEY, { httpClient: Stripe.createFetchHttpClient(call) });
  return { call, close: standIn.close, ofStripe: stripe.checkout.sessions };
};

test('an idempotency key replays its answer for 24 hours, and is refused for another call', async () => {
  const { call, ofStripe } = openAlone();
  const fault = jsonPost({ api: { cutOff: true, times: 1 } });
  await call(`${ORIGIN}/_control/faults`, { ...fault, method: 'PUT' });
  // The call is carried out, and its answer is lost.
  await expect(ofStripe.create(guide, KEY)).rejects.toThrow('Invalid JSON');
  const { id } = await ofStripe.create(guide, KEY);
  expect((await ofStripe.list()).data).toHaveLength(1);
  const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
  const other = ofStripe.create({ ...guide, ...priced(999) }, KEY);
  await expect(other).rejects.toMatchObject(refusal);
  await expect(ofStripe.expire(id, {}, KEY)).rejects.toMatchObject(refusal);
  const madeAt = Date.now();
  for (const hours of [23.9, 24.1]) {
    vi.useFakeTimers({ toFake: ['Date'], now: madeAt + hours * 3_600_000 });
    expect((await ofStripe.create(guide, KEY)).id === id).toBe(hours < 24);
  }
});

test('payments, keys and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
  const before = openAlone(stateFile);
  const { id: session } = await before.ofStripe.create(guide, KEY);
  await before.call(`${ORIGIN}/_control/pay`, jsonPost({ session }));
  before.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  fetched.mockClear();
  const { ofStripe } = openAlone(stateFile);
  expect((await ofStripe.retrieve(session)).payment_status).toBe('paid');
  expect((await ofStripe.create(guide, KEY)).id).toBe(session);
  await expect.poll(types).toContain('checkout.session.completed');
});
