import { beforeEach, describe, expect, test } from 'vitest';
import { dayOf, longDate } from '../catalog.ts';
import { control, deliveryOf, openSession, verify } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';

const OWNER = 'owner@shop.example';
const MINUTES_PER_DAY = 24 * 60;
const DAY_IN_SECONDS = 86_400;

const shop = await openMailShop();
const { readOrder } = await import('../../netlify/orders/store.ts');
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { timeOfSale } = await import('../../netlify/orders/order.ts');

beforeEach(shop.startAnew);

const now = (): number => Math.floor(Date.now() / 1000);

const deliverNewest = async (type: string) => (await deliveryOf(shop, type))();

/** Begins a bank debit that the shop records as pending. Returns the session id. */
const beginDebit = async (): Promise<string> => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: 'bank' });
  await deliverNewest('checkout.session.completed');
  return session;
};

/** Makes a debit succeed four days later. Returns that time. */
const settle = async (session: string): Promise<number> => {
  pass(4 * MINUTES_PER_DAY);
  await control(shop, 'settle', { session, outcome: 'succeeded' });
  return now();
};

const timeOf = async (session: string) => {
  const order = await readOrder(session);
  return order && timeOfSale(order);
};

/** Makes Stripe return this payment status for a session. */
const reportingPaymentStatus =
  (session: string, paymentStatus: string): Meet =>
  async (_call, send, { url }) => {
    if (!url.includes(`/v1/checkout/sessions/${session}`)) return send();
    const body = await (await send()).json();
    return Response.json({ ...body, payment_status: paymentStatus });
  };

const alerts = async () => (await shop.inbox()).filter(({ to }) => to === OWNER);

describe('a bank debit', () => {
  test('uses the time of a debit’s success as the sale time if the webhook reports it', async () => {
    const session = await beginDebit();
    const settledAt = await settle(session);
    pass(30);
    await deliverNewest('checkout.session.async_payment_succeeded');
    expect(await timeOf(session)).toBe(settledAt);
    expect(await shop.redis.zscore('orders:dev', session)).toBe(settledAt);
  });

  test('uses the time of a debit’s success as the sale time if only the schedule finds it', async () => {
    const session = await beginDebit();
    const settledAt = await settle(session);
    pass(30);
    await shop.runSchedule();
    expect(await timeOf(session)).toBe(settledAt);
    expect(await alerts()).toEqual([]);
  });

  test('uses the time of a debit’s success as the sale time even if a refund follows at once', async () => {
    const session = await beginDebit();
    const settledAt = await settle(session);
    pass(5);
    await control(shop, 'refund', { session, amount: 1 });
    await shop.runSchedule();
    expect(await timeOf(session)).toBe(settledAt);
  });

  test('uses the time of the buyer’s return as the sale time if the webhook is late', async () => {
    const session = await beginDebit();
    await settle(session);
    pass(1);
    const returnedAt = now();
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    pass(1);
    await deliverNewest('checkout.session.async_payment_succeeded');
    expect(await timeOf(session)).toBe(returnedAt);
  });

  test('uses the time of a debit’s success as the sale time of an order recorded earlier', async () => {
    const session = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session, method: 'bank' });
    const settledAt = await settle(session);
    pass(1);
    await verify(shop, session);
    await shop.runSchedule();
    expect(await timeOf(session)).toBe(settledAt);
    expect(await shop.redis.zscore('orders:dev', session)).toBe(settledAt);
  });

  test('does not change the sale time of a debit that is read again later', async () => {
    const session = await beginDebit();
    const settledAt = await settle(session);
    await deliverNewest('checkout.session.async_payment_succeeded');
    pass(60);
    await control(shop, 'refund', { session, amount: 1 });
    await deliverNewest('charge.refunded');
    expect(await timeOf(session)).toBe(settledAt);
    expect(await shop.redis.zscore('orders:dev', session)).toBe(settledAt);
  });

  test('allows a withdrawal until 14 days after a debit succeeds', async () => {
    catalog.checkout = { withdrawal: true };
    const session = await beginDebit();
    const settledAt = await settle(session);
    await deliverNewest('checkout.session.async_payment_succeeded');
    const lastDay = longDate(dayOf((settledAt + 14 * DAY_IN_SECONDS) * 1000));
    const response = await verify(shop, session);
    delete catalog.checkout;
    expect(response).toMatchObject({ withdrawable: lastDay });
  });

  test('sends no alert if a debit succeeds days after it began', async () => {
    const session = await beginDebit();
    await settle(session);
    await shop.runSchedule();
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    expect(await alerts()).toEqual([]);
    expect(await shop.mailsAbout(session)).toHaveLength(1);
  });

  test('records a debit as paid if it failed at first but succeeds before the buyer returns', async () => {
    const session = await beginDebit();
    await control(shop, 'settle', { session, outcome: 'failed' });
    await deliverNewest('checkout.session.async_payment_failed');
    expect(await verify(shop, session)).toMatchObject({ status: 'failed' });
    const paid = await shop.runOnce(
      () => verify(shop, session),
      reportingPaymentStatus(session, 'paid'),
    );
    expect(paid).toMatchObject({ status: 'paid' });
  });
});

describe('a card payment', () => {
  test('sets the sale time of a card payment to the time of its charge', async () => {
    const session = await openSession(shop, 'bundle');
    pass(7);
    await control(shop, 'pay', { session });
    const paidAt = now();
    pass(20);
    await deliverNewest('checkout.session.completed');
    expect(await readOrder(session)).toMatchObject({ paidAt, settledAt: null });
    expect(await timeOf(session)).toBe(paidAt);
  });

  describe('that Stripe still reports as unpaid after its event', () => {
    let session = '';
    const whileUnpaid = (work: () => Promise<Response>) =>
      shop.runOnce(work, reportingPaymentStatus(session, 'unpaid'));
    beforeEach(async () => {
      session = await openSession(shop, 'bundle');
      await control(shop, 'pay', { session });
    });

    test('rejects the webhook for a payment that Stripe still reports as unpaid', async () => {
      const response = await whileUnpaid(() => deliverNewest('checkout.session.completed'));
      expect(response).toMatchObject({ status: 502 });
      expect(await readOrder(session)).toBeNull();
    });

    test('records a payment in a schedule run once Stripe reports the payment as paid', async () => {
      await whileUnpaid(shop.runSchedule);
      expect(await readOrder(session)).toBeNull();
      pass(2);
      await shop.runSchedule();
      expect(await readOrder(session)).toMatchObject({ payment: 'paid', settledAt: null });
    });
  });
});
