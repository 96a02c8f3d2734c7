import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

const REFUSED = { statusCode: 400, type: 'StripeInvalidRequestError' };

describe('a new session that Stripe would refuse', () => {
  test.each([
    { name: 'an unknown parameter', change: { colour: 'red' } },
    { name: 'a relative URL', change: { success_url: '/paid' } },
    { name: 'a price with a fraction of a cent', change: priced(8.99) },
    { name: 'a price below Stripe’s minimum', change: priced(49) },
  ])('refuses a new session with $name', async ({ change }) => {
    await expect(sessions.create({ ...guide, ...change })).rejects.toMatchObject(REFUSED);
  });
});

describe('reading a session that does not exist', () => {
  test.each([
    { name: 'without a prefix', id: '1' },
    { name: 'without a mode', id: 'cs_123' },
    { name: 'that is too long', id: `cs_test_${'a'.repeat(59)}` },
  ])('refuses a session id $name', async ({ id }) => {
    const message = `Invalid checkout.session id: ${id}`;
    await expect(sessions.retrieve(id)).rejects.toMatchObject({ ...REFUSED, message });
  });

  test('returns 404 for an unknown session id', async () => {
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(sessions.retrieve('cs_test_none')).rejects.toMatchObject(missing);
  });
});

describe('a list that Stripe would refuse', () => {
  test('refuses a list with five levels of expanded objects', async () => {
    const tooDeep = { expand: ['data.payment_intent.latest_charge.refunds.data'] };
    await expect(sessions.list(tooDeep)).rejects.toMatchObject(REFUSED);
  });

  test('refuses a list with more than 100 objects per page', async () => {
    await expect(events.list({ limit: 101 })).rejects.toMatchObject(REFUSED);
  });
});

describe('a session after a day', () => {
  let session = '';
  beforeEach(async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    ({ id: session } = await sessions.create(guide));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  });

  test('expires an unpaid session after a day', async () => {
    const expired = { status: 'expired', payment_status: 'unpaid' };
    expect(await sessions.retrieve(session)).toMatchObject(expired);
  });

  test('refuses a payment for an expired session', async () => {
    expect((await shop.control('/_control/pay', jsonPost({ session }))).ok).toBe(false);
  });

  test('creates a checkout.session.expired event after a day', async () => {
    await sessions.retrieve(session);
    expect((await events.list()).data).toMatchObject([{ type: 'checkout.session.expired' }]);
  });
});

const EVENTS_OF_PAYMENT = [
  'checkout.session.completed',
  'charge.succeeded',
  'payment_intent.succeeded',
];

const payWith = async (webhooks: object): Promise<void> => {
  await setFaults(shop, { webhooks });
  await buy(shop, 'bundle');
};

describe('the events of a payment', () => {
  test('delivers events in reverse order with the fault “reverse”', async () => {
    await payWith({ reverse: true });
    expect(types()).toEqual(EVENTS_OF_PAYMENT.toReversed());
  });

  test('delivers events twice with the fault “copies: 2”', async () => {
    await payWith({ copies: 2 });
    const twice = [...EVENTS_OF_PAYMENT, ...EVENTS_OF_PAYMENT];
    expect(types().toSorted()).toEqual(twice.toSorted());
  });

  test('delivers no events with the fault “hold”', async () => {
    await payWith({ hold: true });
    expect(types()).toEqual([]);
  });

  test('delivers a held event if the developer resends it', async () => {
    await payWith({ hold: true });
    const [newest] = (await events.list({ limit: 1 })).data;
    await control(shop, 'resend', { event: newest?.id });
    expect(types()).toEqual([newest?.type]);
  });

  test('delivers an event again after the webhook failed', async () => {
    shop.failRedis('500');
    await payWith({});
    shop.failRedis('none');
    // Only one of the three events needs Redis, so only that one is sent twice.
    await expect.poll(received).toHaveLength(4);
    expect(new Set(received().map(({ id }) => id)).size).toBe(3);
  });
});

const disputeWith = async (status: string): Promise<string> => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, 'bundle');
  await control(shop, 'dispute', { session, status });
  return session;
};
const refund = (session: string) => shop.control('/_control/refund', jsonPost({ session }));
const disputeEvents = async () => {
  const ofDisputes = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];
  const { data } = await events.list({ types: ofDisputes });
  return data.map(({ type }) => type);
};

describe('a payment with an inquiry or a dispute', () => {
  test('allows a refund during an inquiry', async () => {
    expect((await refund(await disputeWith('warning_needs_response'))).ok).toBe(true);
  });

  test('refuses a refund during a dispute', async () => {
    expect((await refund(await disputeWith('needs_response'))).ok).toBe(false);
  });

  test('withdraws no money for an inquiry', async () => {
    await disputeWith('warning_needs_response');
    expect(await disputeEvents()).toEqual(['charge.dispute.created']);
  });

  test('withdraws the money for a dispute', async () => {
    await disputeWith('needs_response');
    expect(await disputeEvents()).toEqual([
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ]);
  });
});

const ORIGIN = 'http://localhost:8889';
const SECRET_KEY = 'sk_test_of_the_stand_in';
const KEY = { idempotencyKey: 'one', maxNetworkRetries: 0 };

/**
 * Opens a stand-in that the shop does not call, and closes it when the test ends. The shop rejects
 * its events, since they are signed with another secret.
 */
const openAlone = (stateFile: string | null = null) => {
  const standIn = createStripeStandIn({
    origin: ORIGIN,
    webhookUrl: WEBHOOK,
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_of_the_stand_in',
    stateFile,
  });
  onTestFinished(standIn.close);
  const call = async (...args: Parameters<typeof fetch>) => standIn.fetch(new Request(...args));
  const stripe = new Stripe(SECRET_KEY, { httpClient: Stripe.createFetchHttpClient(call) });
  return { call, close: standIn.close, sessions: stripe.checkout.sessions };
};

describe('an idempotency key', () => {
  test('repeats a lost response for the same idempotency key', async () => {
    const standIn = openAlone();
    const losesOne = jsonPost({ api: { cutOff: true, times: 1 } });
    await standIn.call(`${ORIGIN}/_control/faults`, { ...losesOne, method: 'PUT' });
    await expect(standIn.sessions.create(guide, KEY)).rejects.toThrow('Invalid JSON');
    const { id } = await standIn.sessions.create(guide, KEY);
    expect((await standIn.sessions.list()).data).toMatchObject([{ id }]);
  });

  test('refuses an idempotency key that was used with other parameters', async () => {
    const standIn = openAlone();
    await standIn.sessions.create(guide, KEY);
    const changed = standIn.sessions.create({ ...guide, ...priced(999) }, KEY);
    await expect(changed).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('refuses an idempotency key that was used for another call', async () => {
    const standIn = openAlone();
    const { id } = await standIn.sessions.create(guide, KEY);
    const other = standIn.sessions.expire(id, {}, KEY);
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test.each([
    { name: 'repeats the response for an idempotency key', hours: 23.9, isRepeated: true },
    { name: 'forgets an idempotency key', hours: 24.1, isRepeated: false },
  ])('$name after $hours hours', async ({ hours, isRepeated }) => {
    const standIn = openAlone();
    const first = await standIn.sessions.create(guide, KEY);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    const second = await standIn.sessions.create(guide, KEY);
    expect(second.id === first.id).toBe(isRepeated);
  });
});

/** Restarts a stand-in that stopped before it delivered the events of a payment. */
const restart = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
  const before = openAlone(stateFile);
  const { id: session } = await before.sessions.create(guide, KEY);
  await before.call(`${ORIGIN}/_control/pay`, jsonPost({ session }));
  before.close();
  fetched.mockClear();
  return { session, stateFile, standIn: openAlone(stateFile) };
};

describe('a restarted stand-in', () => {
  test('remembers payments after a restart', async () => {
    const { session, standIn } = await restart();
    expect((await standIn.sessions.retrieve(session)).payment_status).toBe('paid');
  });

  test('remembers idempotency keys after a restart', async () => {
    const { session, standIn } = await restart();
    expect((await standIn.sessions.create(guide, KEY)).id).toBe(session);
  });

  test('delivers unacknowledged events after a restart', async () => {
    await restart();
    await expect.poll(types).toContain('checkout.session.completed');
  });

  test('stores no secret key in the stand-in’s state file', async () => {
    const { stateFile } = await restart();
    expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  });
});
