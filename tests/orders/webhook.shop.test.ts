import { beforeEach, describe, expect, test } from 'vitest';
import { buy, control, openSession, orderKeys, setFaults } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(async () => {
  await shop.redis.flushall();
  await setFaults(shop, {});
  shop.failRedis('none');
});

const PATH = '/api/stripe-webhook';

const event = (sessionId: string, type = 'checkout.session.completed') =>
  JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type,
    data: { object: { object: 'checkout.session', id: sessionId, payment_status: 'paid' } },
  });

const send = (payload: string, signature?: string) =>
  shop.call(PATH, {
    method: 'POST',
    body: payload,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });

const sign = (payload: string, secret = shop.webhookSecret, timestamp?: number) =>
  shop.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });

describe('a webhook that is not from Stripe', () => {
  test('is refused without a signature, with an empty one and with another secret', async () => {
    const payload = event(await openSession(shop, 'bundle'));
    await expectProblem(await send(payload), 400, 'signature_invalid');
    await expectProblem(await send(payload, ''), 400, 'signature_invalid');
    await expectProblem(
      await send(payload, sign(payload, 'whsec_other')),
      400,
      'signature_invalid',
    );
    expect(await orderKeys(shop)).toEqual([]);
  });

  test('is refused when the body was changed after signing', async () => {
    const payload = event(await openSession(shop, 'bundle'));
    await expectProblem(await send(`${payload} `, sign(payload)), 400, 'signature_invalid');
  });

  test('is refused when it was signed an hour ago, since a replay may be an old capture', async () => {
    const payload = event(await openSession(shop, 'bundle'));
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    const old = sign(payload, shop.webhookSecret, anHourAgo);
    await expectProblem(await send(payload, old), 400, 'signature_invalid');
  });

  test('cannot make an order even with the right signature, because Stripe is asked', async () => {
    const payload = event(await openSession(shop, 'bundle'));
    // Stripe signs nothing of the kind; were it so, its own answer would be behind.
    await expectProblem(await send(payload, sign(payload)), 502, 'payment_unavailable');
    expect(await orderKeys(shop)).toEqual([]);
  });
});

describe('a webhook from Stripe', () => {
  test('makes the order before the buyer comes back', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
  });

  test('about something else is acknowledged and ignored', async () => {
    const payload = event('cs_test_x', 'customer.created');
    const response = await send(payload, sign(payload));
    expect(await response.json()).toEqual({ received: true, handled: false });
  });

  test.each([
    ['checkout.session.completed', 'session'],
    ['checkout.session.async_payment_succeeded', 'session'],
    ['checkout.session.async_payment_failed', 'session'],
    ['charge.refunded', 'payment'],
    ['refund.created', 'payment'],
    ['refund.updated', 'payment'],
    ['refund.failed', 'payment'],
    ['charge.dispute.created', 'payment'],
    ['charge.dispute.updated', 'payment'],
    ['charge.dispute.closed', 'payment'],
    ['charge.dispute.funds_withdrawn', 'payment'],
    ['charge.dispute.funds_reinstated', 'payment'],
  ])('%s alone is enough to keep what Stripe knows', async (type, about) => {
    await setFaults(shop, { webhooks: { hold: true } });
    const session = await buy(shop, 'bundle');
    const { payment_intent: payment } = await shop.stripe.checkout.sessions.retrieve(session);
    // The event names a refund, and is handled once Stripe's answer knows of it.
    const { id } = type.startsWith('refund.')
      ? await control(shop, 'refund', { session, amount: 1 })
      : { id: 'of_the_event' };
    const object = about === 'session' ? { id: session } : { id, payment_intent: payment };
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const response = await send(payload, sign(payload));
    expect(await response.json()).toEqual({ received: true, handled: true });
    expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
  });

  test('about a session that cannot be found is to be sent again, not acknowledged', async () => {
    const payload = event('cs_test_of_another_account');
    await expectProblem(await send(payload, sign(payload)), 502, 'payment_unavailable');
  });
});
