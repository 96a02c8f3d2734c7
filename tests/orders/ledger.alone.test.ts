import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handleEvent } from '../../netlify/orders/events.ts';
import { orderFrom } from '../../netlify/orders/orders.ts';
import { reconcile } from '../../netlify/orders/reconcile.ts';
import { listEvents } from '../../netlify/orders/stripe-history.ts';
import { findSession } from '../../netlify/orders/stripe-sessions.ts';
import { centsOf } from '../catalogue.ts';
import { BY_BANK, buy, buyElsewhere, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { runOnce } from '../model/outside.ts';
import { answerInstead, emptyList, factsOf, statusOf, world } from '../model/test-world.ts';
import { REDIS } from '../model/world.ts';
import { loadFunctions } from '../shop/routes.ts';

const A_MINUTE_IN_HOURS = 1 / 60;

/** What the webhook answers to the newest event of a type, and which services it asks. */
const deliver = async (type: string) => {
  const event = await eventOf(world, type);
  const { value, calls } = await runOnce(() => world.call(world.delivery(event)));
  return { body: await value?.json(), calls };
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
    ['checkout.session.async_payment_failed', BY_BANK, 'failed', 'settle', { outcome: 'failed' }],
    ['charge.refunded', {}, 'refunded', 'refund', {}],
    ['charge.dispute.created', {}, 'disputed', 'dispute', {}],
  ])('has all of an order by %s alone', async (type, means, status, happening, how) => {
    const session = await buy(world, means);
    await world.control(happening, { session, ...how });
    expect((await deliver(type)).body).toEqual({ received: true, handled: true });
    expect(await recorded(session)).toBe(status);
    await deliver('checkout.session.completed');
    expect(await recorded(session)).toBe(status);
  });

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

  test('remembers an event of something else on the same account, so that it is asked about once', async () => {
    await buyElsewhere(world);
    expect((await deliver('checkout.session.completed')).body).toMatchObject({ handled: false });
    expect((await deliver('checkout.session.completed')).calls).toEqual([REDIS]);
    expect(await world.redis.keys('order*')).toEqual([]);
  });
});

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

const run = () => reconcile({}, { sessions: () => true, events: () => true });

describe('a dispute', () => {
  test('is seen at Stripe where no event tells of it, and again where it comes to a status twice', async () => {
    const session = await buy(world);
    onTestFinished(() => vi.mocked(fetch).mockRestore());
    answerInstead((request) => emptyList(request, '/v1/events'));
    await run();
    const { id } = (await world.control('dispute', { session })) ?? {};
    await run();
    for (const status of ['won', 'appeal_needs_response', 'appeal_under_review', 'won']) {
      world.wait(A_MINUTE_IN_HOURS);
      await world.control('dispute/update', { id, status });
      expect(Object.keys((await run()).healed)).toEqual([session]);
      expect(await recorded(session)).toBe(status === 'won' ? 'paid' : 'disputed');
    }
    const before = await factsOf(session);
    world.wait(A_MINUTE_IN_HOURS);
    expect((await run()).healed).toEqual({});
    expect(await factsOf(session)).toEqual(before);
  });

  test.each([
    ['charge.dispute.created', 'opens', 'needs_response', 'disputed'],
    ['charge.dispute.closed', 'is won', 'won', 'paid'],
  ])(
    'is recorded by %s where an older answer of Stripe has not heard that it %s',
    async (...row) => {
      const [type, , status, expected] = row;
      const session = await buy(world);
      const open = () => world.control('dispute', { session });
      const known = status === 'won' ? await open() : null;
      await freezeAnswers(session);
      if (known) await world.control('dispute/update', { id: known.id, status });
      else await open();
      world.wait(A_MINUTE_IN_HOURS);
      for await (const { items } of listEvents(0, undefined)) {
        for (const event of items.filter((one) => one.type === type)) await handleEvent(event);
      }
      expect(await recorded(session)).toBe(expected);
    },
  );
});

// The last one: from then on, the functions have another key.
test('what a test card paid for gives nothing once the shop has its live key', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(world);
  const ask = () => post('/api/secure-file-access', { product_id: 'guide-1', session_id: session });
  expect((await world.call(ask())).status).toBe(200);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_the_opening');
  vi.resetModules();
  const live = await loadFunctions();
  expect((await live(ask())).ok).toBe(false);
});
