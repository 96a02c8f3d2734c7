import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { centsOf } from '../catalogue.ts';
import { BY_BANK, buy, buyElsewhere, eventOf, keptKeys, openSession } from '../model/buying.ts';
import { runOnce } from '../model/outside.ts';
import {
  answerInstead,
  emptyList,
  factsOf,
  reconcile,
  statusOf,
  world,
} from '../model/test-world.ts';
import { REDIS } from '../model/world.ts';
import { reconcile as reconcileDomain } from '../../netlify/orders/reconcile.ts';

const A_MINUTE_IN_HOURS = 1 / 60;

/** A run of the reconciler that has no memory and all the time. */
const look = () => reconcileDomain({}, { sessions: () => true, events: () => true });

/** A dispute of a paid session that goes on to each of these statuses, a minute after the one before. */
const dispute = async (session: string, [first, ...next]: readonly string[]) => {
  const { id } = (await world.control('dispute', { session, status: first })) ?? { id: '' };
  for (const status of next) {
    world.wait(A_MINUTE_IN_HOURS);
    expect(await world.control('dispute/update', { id, status })).not.toBeNull();
  }
  world.wait(A_MINUTE_IN_HOURS);
  return id;
};

/** Of a disputed session, before which the shop has heard of its sale. */
const buyAndHear = async (): Promise<string> => {
  const session = await buy(world);
  await deliver('checkout.session.completed');
  return session;
};

const disputeEvents = async () =>
  (await world.events()).filter(({ type }) => type.startsWith('charge.dispute.'));

/** What the webhook answers to an event, and which services that took. */
const deliver = async (type: string) => {
  const event = await eventOf(world, type);
  const { value, calls } = await runOnce(() => world.call(world.delivery(event)));
  return { status: value?.status, body: await value?.json(), calls };
};

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

  test('does not know an event that broke off, so that it is handled when it is sent again', async () => {
    const session = await buy(world);
    const event = await eventOf(world, 'checkout.session.completed');
    for (const crash of [0, 1, 2].map((call) => ({ call, when: 'before' }) as const)) {
      await runOnce(() => world.call(world.delivery(event)), { crash });
      expect(await keptKeys(world), `a crash before call ${crash.call}`).toEqual([]);
    }
    expect((await deliver('checkout.session.completed')).status).toBe(200);
    expect(Object.keys(await factsOf(session))).toContain(`event:${event.id}`);
  });

  test('keeps an early fraud warning, and takes nothing away for it', async () => {
    const session = await buy(world);
    const warning = await world.control('warn', { session });
    await deliver('radar.early_fraud_warning.created');
    expect(await factsOf(session)).toMatchObject({
      [`warning:${warning?.id}`]: expect.stringMatching(/^made_with_stolen_card \d{10}$/),
    });
    expect(await statusOf(session)).toBe('paid');
  });

  test.each([
    ['charge.refunded', 'refunded'],
    ['refund.created', 'refunded'],
  ])(
    'learns of a refund from %s alone, even before anybody told of the sale',
    async (type, status) => {
      const session = await buy(world);
      await world.control('refund', { session });
      expect((await deliver(type)).body).toEqual({ received: true, handled: true });
      expect(await statusOf(session)).toBe(status);
      await deliver('checkout.session.completed');
      expect(await statusOf(session)).toBe(status);
    },
  );

  test('counts more partial refunds than Stripe sends along with a charge', async () => {
    const session = await buy(world);
    for (let part = 1; part <= 12; part += 1) {
      await world.control('refund', { session, amount: part < 12 ? 10 : null });
    }
    await deliver('refund.created');
    const refunds = Object.keys(await factsOf(session)).filter((name) =>
      name.startsWith('refund:'),
    );
    expect(refunds).toHaveLength(12);
    expect(await statusOf(session)).toBe('refunded');
  });

  test('a bank debit is pending until it settles, and failed where it does not', async () => {
    const well = await buy(world, BY_BANK);
    await deliver('checkout.session.completed');
    expect(await statusOf(well)).toBe('pending');
    await world.control('settle', { session: well, outcome: 'succeeded' });
    await deliver('checkout.session.async_payment_succeeded');
    expect(await factsOf(well)).toMatchObject({
      'payment:paid': expect.stringMatching(/^webhook/),
    });
    const badly = await buy(world, BY_BANK);
    await world.control('settle', { session: badly, outcome: 'failed' });
    await deliver('checkout.session.async_payment_failed');
    expect(await statusOf(badly)).toBe('failed');
  });

  test('a session that expires leaves nothing, and its event is acknowledged', async () => {
    await world.control('expire', { session: await openSession(world) });
    expect(await deliver('checkout.session.expired')).toEqual({
      status: 200,
      body: { received: true, handled: false },
      calls: [],
    });
    expect(await keptKeys(world)).toEqual([]);
  });

  test('remembers an event of something else on the same account, so that it is asked about once', async () => {
    await buyElsewhere(world);
    expect((await deliver('checkout.session.completed')).body).toMatchObject({ handled: false });
    expect((await deliver('checkout.session.completed')).calls).toEqual([REDIS]);
    expect(await world.redis.keys('order*')).toEqual([]);
  });
});

describe('a dispute', () => {
  const APPEAL = ['needs_response', 'lost', 'appeal_needs_response', 'appeal_under_review'];

  test('opens the order again by the appeal that is won, where each step was heard of in its time', async () => {
    const session = await buyAndHear();
    const id = await dispute(session, ['needs_response']);
    for (const status of [...APPEAL.slice(1), 'won', 'appeal_needs_response', 'lost']) {
      await reconcile();
      await world.control('dispute/update', { id, status });
      await reconcile();
      expect(await statusOf(session)).toBe(status === 'won' ? 'paid' : 'disputed');
      world.wait(A_MINUTE_IN_HOURS);
    }
  });

  test('is seen at Stripe where no event tells of it, and again where it comes to a status twice', async () => {
    const session = await buyAndHear();
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
      expect(await statusOf(session)).toBe(status === 'won' ? 'paid' : 'disputed');
    }
    const before = await factsOf(session);
    world.wait(A_MINUTE_IN_HOURS);
    expect((await look()).healed).toEqual({});
    expect(await factsOf(session)).toEqual(before);
  });

  test('is no hindrance to a second one of the same payment', async () => {
    const session = await buyAndHear();
    await dispute(session, ['needs_response', 'won']);
    const second = await dispute(session, ['needs_response']);
    for (const event of await disputeEvents()) await world.call(world.delivery(event));
    expect(await statusOf(session)).toBe('disputed');
    await world.control('dispute/update', { id: second, status: 'won' });
    await deliver('charge.dispute.closed');
    expect(await statusOf(session)).toBe('paid');
    await dispute(session, ['needs_response', 'lost']);
    await dispute(session, ['needs_response', 'won']);
    await reconcile();
    expect(await statusOf(session)).toBe('disputed');
  });

  test('that a refund event alone leads to is read with the payment, each of several', async () => {
    const session = await buyAndHear();
    await world.control('refund', { session, amount: 1 });
    await dispute(session, ['needs_response', 'won']);
    await dispute(session, ['needs_response']);
    await dispute(session, ['warning_needs_response', 'warning_closed']);
    await deliver('refund.created');
    expect(await statusOf(session)).toBe('disputed');
  });
});
