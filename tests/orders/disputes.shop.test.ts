import { beforeEach, describe, expect, test } from 'vitest';
import { centsOf } from '../catalog.ts';
import { buy, control, deliveryOf, openSession } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';

const shop = await openMailShop();
const { readOrder } = await import('../../netlify/orders/store.ts');
const { statusOf } = await import('../../netlify/orders/status.ts');

beforeEach(shop.startAnew);

const deliverNewest = async (type: string) => (await deliveryOf(shop, type))();

const statusIn = async (session: string) => {
  const order = await readOrder(session);
  return order && statusOf(order);
};

const disputedAmountIn = async (session: string) =>
  (await readOrder(session))?.disputes.map(({ amountInCents }) => amountInCents);

/** Makes Stripe return disputed charges as undisputed. */
const hidingDisputed: Meet = async (_call, send, { url }) => {
  if (!url.includes('/v1/checkout/sessions/')) return send();
  const text = await (await send()).text();
  return new Response(text.replaceAll('"disputed":true', '"disputed":false'), {
    headers: { 'content-type': 'application/json' },
  });
};

const buyRecorded = async (): Promise<string> => {
  const session = await buy(shop, 'bundle');
  await deliverNewest('checkout.session.completed');
  return session;
};

describe('the webhook', () => {
  test.each(['warning_needs_response', 'needs_response', 'prevented'])(
    'marks an order as disputed even if Stripe returns its charge as undisputed (%s)',
    async (status) => {
      const session = await buyRecorded();
      await control(shop, 'dispute', { session, status });
      await shop.runOnce(() => deliverNewest('charge.dispute.created'), hidingDisputed);
      expect(await statusIn(session)).toBe('disputed');
    },
  );

  test('marks an order as paid after a won dispute even if Stripe returns its charge as undisputed', async () => {
    const session = await buyRecorded();
    const { id } = await control(shop, 'dispute', { session });
    await deliverNewest('charge.dispute.created');
    expect(await statusIn(session)).toBe('disputed');
    await control(shop, 'dispute/update', { id, status: 'won' });
    await shop.runOnce(() => deliverNewest('charge.dispute.closed'), hidingDisputed);
    expect(await statusIn(session)).toBe('paid');
  });

  test('records an order from its dispute event before its payment event arrives', async () => {
    const session = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session });
    await control(shop, 'dispute', { session });
    expect((await deliverNewest('charge.dispute.created')).status).toBe(200);
    expect(await statusIn(session)).toBe('disputed');
    expect((await deliverNewest('checkout.session.completed')).status).toBe(200);
    expect(await statusIn(session)).toBe('disputed');
  });
});

/** Makes Stripe list its disputes without the transaction that reinstated the money. */
const withoutReinstatement: Meet = async (_call, send, { url }) => {
  if (!url.includes('/v1/disputes')) return send();
  const list = await (await send()).json();
  for (const dispute of list.data) dispute.balance_transactions.length = 1;
  return Response.json(list);
};

describe('the amount of a dispute', () => {
  const PRICE = centsOf('bundle');

  test('stores the amount that the bank withdrew, without the fee', async () => {
    const session = await buyRecorded();
    await control(shop, 'dispute', { session });
    await deliverNewest('charge.dispute.funds_withdrawn');
    expect(await disputedAmountIn(session)).toEqual([PRICE]);
  });

  test('stores a disputed amount of 0 for an inquiry', async () => {
    const session = await buyRecorded();
    await control(shop, 'dispute', { session, status: 'warning_needs_response' });
    await deliverNewest('charge.dispute.created');
    expect(await disputedAmountIn(session)).toEqual([0]);
  });

  test('stores a disputed amount of 0 once the bank has reinstated the money', async () => {
    const session = await buyRecorded();
    const { id } = await control(shop, 'dispute', { session });
    await deliverNewest('charge.dispute.created');
    await control(shop, 'dispute/update', { id, status: 'won' });
    await deliverNewest('charge.dispute.funds_reinstated');
    expect(await disputedAmountIn(session)).toEqual([0]);
  });

  test('changes a disputed amount to 0 in a schedule run if the reinstatement event was missed', async () => {
    const session = await buyRecorded();
    const { id } = await control(shop, 'dispute', { session });
    await control(shop, 'dispute/update', { id, status: 'won' });
    await shop.runOnce(() => deliverNewest('charge.dispute.closed'), withoutReinstatement);
    expect(await disputedAmountIn(session)).toEqual([PRICE]);
    pass(1);
    await shop.runSchedule();
    expect(await disputedAmountIn(session)).toEqual([0]);
  });
});
