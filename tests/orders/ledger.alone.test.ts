import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handleEvent } from '../../netlify/orders/events.ts';
import { orderFrom } from '../../netlify/orders/orders.ts';
import { reconcile } from '../../netlify/orders/reconcile.ts';
import { listEvents } from '../../netlify/orders/stripe-history.ts';
import { findSession } from '../../netlify/orders/stripe-sessions.ts';
import { centsOf } from '../catalogue.ts';
import { BY_BANK, buy, buyElsewhere, eventOf, keptKeys, openSession } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { runOnce } from '../model/outside.ts';
import { answerInstead, emptyList, factsOf, statusOf, world } from '../model/test-world.ts';
import { REDIS } from '../model/world.ts';
import { loadFunctions } from '../shop/routes.ts';

const A_MINUTE_IN_HOURS = 1 / 60;

/** What the webhook answers to the newest event of a type, and which services it asks. */
const deliver = async (type: string) => {
  const event = await eventOf(world, type);
  const { value, calls } = await runOnce(() => world.call(world.delivery(event)));
  return { status: value?.status, body: await value?.json(), calls };
};

/** The status by what is recorded. Unlike the buyer's page, it does not ask Stripe for what is missing. */
const recorded = async (session: string) => orderFrom(session, await factsOf(session))?.status;

describe('the ledger', () => {
  test('notes each event with its order, and who learned first that it was paid', async () => {
    const session = await buy(world);
    const { id } = await eventOf(world, 'checkout.session.completed');
    await deliver('checkout.session.completed');
    expect(await factsOf(session)).toEqual({
      product: 'bundle',
      amount: String(centsOf('bundle')),
      currency: 'usd',
      created: expect.stringMatching(/^\d{10}$/),
      intent: expect.stringMatching(/^pi_\w+$/),
      buyer: expect.stringMatching(/^[\da-f]{32}$/),
      'payment:paid': expect.stringMatching(/^webhook \d{10}$/),
      [`event:${id}`]: expect.stringMatching(/^checkout\.session\.completed \d{10}$/),
    });
    expect(await world.redis.ttl(`event:dev:${id}`)).toBeGreaterThan(30 * 24 * 3600);
    expect(await world.redis.ttl(`order:dev:${session}`)).toBe(-1);
  });

  test('changes nothing that is recorded: the first to learn stays the first', async () => {
    const session = await buy(world);
    expect(await statusOf(session)).toBe('paid');
    const before = await factsOf(session);
    expect(before['payment:paid']).toMatch(/^return /);
    await deliver('checkout.session.completed');
    expect(await factsOf(session)).toMatchObject(before);
  });

  test.each([
    ['checkout.session.completed', {}, 'paid', []],
    ['checkout.session.completed', BY_BANK, 'pending', []],
    [
      'checkout.session.async_payment_succeeded',
      BY_BANK,
      'paid',
      ['settle', { outcome: 'succeeded' }],
    ],
    ['checkout.session.async_payment_failed', BY_BANK, 'failed', ['settle', { outcome: 'failed' }]],
    ['charge.refunded', {}, 'refunded', ['refund']],
    ['refund.created', {}, 'refunded', ['refund']],
    ['charge.dispute.created', {}, 'disputed', ['dispute']],
    ['radar.early_fraud_warning.created', {}, 'paid', ['warn']],
  ] as const)(
    'has all of an order by %s alone (%j: %s)',
    async (type, means, status, [happening, how]) => {
      const session = await buy(world, means);
      if (happening) await world.control(happening, { session, ...how });
      expect((await deliver(type)).body).toEqual({ received: true, handled: true });
      expect(await recorded(session)).toBe(status);
      await deliver('checkout.session.completed');
      expect(await recorded(session)).toBe(status);
    },
  );

  test('counts more partial refunds than Stripe sends along with a charge', async () => {
    const session = await buy(world);
    for (let part = 1; part <= 12; part += 1) {
      await world.control('refund', { session, amount: part < 12 ? 10 : null });
    }
    await deliver('refund.created');
    const facts = Object.keys(await factsOf(session));
    expect(facts.filter((name) => name.startsWith('refund:'))).toHaveLength(12);
    expect(await recorded(session)).toBe('refunded');
  });

  test('has nothing of a session that expires, and acknowledges its event', async () => {
    await world.control('expire', { session: await openSession(world) });
    const body = { received: true, handled: false };
    expect(await deliver('checkout.session.expired')).toEqual({ status: 200, body, calls: [] });
    expect(await keptKeys(world)).toEqual([]);
  });

  test('remembers an event of something else on the same account, so that it is asked about once', async () => {
    await buyElsewhere(world);
    expect((await deliver('checkout.session.completed')).body).toMatchObject({ handled: false });
    expect((await deliver('checkout.session.completed')).calls).toEqual([REDIS]);
    expect(await world.redis.keys('order*')).toEqual([]);
  });
});

/** Of a paid session. It goes on to each of these statuses, a minute after the one before. */
const dispute = async (session: string, [first, ...next]: readonly string[]) => {
  const { id } = (await world.control('dispute', { session, status: first })) ?? { id: '' };
  for (const status of next) {
    world.wait(A_MINUTE_IN_HOURS);
    expect(await world.control('dispute/update', { id, status })).not.toBeNull();
  }
  world.wait(A_MINUTE_IN_HOURS);
  return id;
};

/** A run of the reconciler that has no memory and all the time. */
const look = () => reconcile({}, { sessions: () => true, events: () => true });

/** From now on Stripe's servers answer about a session what they would say now. */
const freezeAnswers = async (session: string): Promise<void> => {
  onTestFinished(() => vi.mocked(fetch).mockRestore());
  const answers = new Map<string, string>();
  const real = globalThis.fetch;
  let isFrozen = false;
  answerInstead(async (request) => {
    const known = answers.get(request.url);
    if (isFrozen) return known === undefined ? undefined : new Response(known);
    const text = await (await real(request)).text();
    answers.set(request.url, text);
    return new Response(text);
  });
  await findSession(session);
  isFrozen = true;
};
const handle = async (type: string) => {
  for await (const { items } of listEvents(0, undefined)) {
    const event = items.find((one) => one.type === type);
    if (event) return handleEvent(event);
  }
  throw new Error(`no ${type}`);
};

describe('a dispute', () => {
  test('is seen at Stripe where no event tells of it, and again where it comes to a status twice', async () => {
    const session = await buy(world);
    await deliver('checkout.session.completed');
    const course = ['won', 'appeal_needs_response', 'appeal_under_review', 'won'];
    const id = await dispute(session, ['needs_response']);
    onTestFinished(() => vi.mocked(fetch).mockRestore());
    answerInstead((request) => emptyList(request, '/v1/events'));
    await look();
    for (const status of course) {
      await world.control('dispute/update', { id, status });
      world.wait(A_MINUTE_IN_HOURS);
      const { healed } = await look();
      expect(Object.keys(healed)).toEqual([session]);
      expect(await recorded(session)).toBe(status === 'won' ? 'paid' : 'disputed');
    }
    const before = await factsOf(session);
    world.wait(A_MINUTE_IN_HOURS);
    expect((await look()).healed).toEqual({});
    expect(await factsOf(session)).toEqual(before);
  });

  test('that a refund event alone leads to is read with the payment, each of several', async () => {
    const session = await buy(world);
    await world.control('refund', { session, amount: 1 });
    await dispute(session, ['needs_response', 'won']);
    await dispute(session, ['needs_response']);
    await dispute(session, ['warning_needs_response', 'warning_closed']);
    await deliver('refund.created');
    expect(await recorded(session)).toBe('disputed');
  });

  test('is recorded by its event where an older answer of Stripe does not have it', async () => {
    const session = await buy(world);
    await freezeAnswers(session);
    await world.control('dispute', { session });
    await handle('charge.dispute.created');
    expect(await recorded(session)).toBe('disputed');
  });

  test('that its event closes is not opened by an older answer of Stripe', async () => {
    const session = await buy(world);
    const { id } = (await world.control('dispute', { session })) ?? { id: '' };
    await freezeAnswers(session);
    await world.control('dispute/update', { id, status: 'won' });
    world.wait(1);
    await handle('charge.dispute.closed');
    expect(await recorded(session)).toBe('paid');
  });
});

// The last one: from then on, the functions have another key.
test('what a test card paid for gives nothing once the shop has its live key', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(world);
  const ask = () => post('/api/secure-file-access', { product_id: 'guide-1', session_id: session });
  expect((await world.call(ask())).status).toBe(200);
  expect(await keptKeys(world)).toContain(`order:dev:${session}`);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_the_opening');
  vi.resetModules();
  const live = await loadFunctions();
  expect((await live(ask())).ok).toBe(false);
});
