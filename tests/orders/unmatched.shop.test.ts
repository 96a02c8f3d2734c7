import { beforeEach, describe, expect, test } from 'vitest';
import { metadataFor } from '../../netlify/stripe/metadata.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { productOf } from '../catalog.ts';
import { access, control, deliveryOf, openAtStripe, verify } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';

const OWNER = 'owner@shop.example';
const guide = productOf('guide-1');

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { readOrder } = await import('../../netlify/orders/store.ts');

beforeEach(shop.startAnew);

/** Pays for a session that costs 25 cents more than its metadata says. Returns its id. */
const buyUnmatched = async (metadata: Record<string, string> = metadataFor(guide, 'usd')) => {
  const session = await openAtStripe(shop, {
    name: guide.name,
    amount: guide.price_in_cents + 25,
    successUrl: `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    metadata,
  });
  await control(shop, 'pay', { session });
  return session;
};

const deliverNewest = async (type: string) => (await deliveryOf(shop, type))();
const deliverPaid = () => deliverNewest('checkout.session.completed');

const mailsTo = async (address: string) => (await shop.inbox()).filter(({ to }) => to === address);

test('records a payment that does not match its price, but refuses access to the files', async () => {
  const session = await buyUnmatched();
  expect(await (await deliverPaid()).json()).toEqual({ received: true, handled: true });
  expect(await verify(shop, session)).toMatchObject({ status: 'unmatched' });
  const refused = await access(shop, 'guide-1', session);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: 'It is unmatched. Words of unmatched.' });
});

test('explains an unmatched order on the download page for browsers without JavaScript', async () => {
  const session = await buyUnmatched();
  const response = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('Words of unmatched.');
});

test('sends no alert about an order that was refunded before the alert could be sent', async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buyUnmatched();
  await deliverPaid();
  await control(shop, 'refund', { session });
  await verify(shop, session);
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  expect(await mailsTo(OWNER)).toEqual([]);
});

describe('a payment that does not match its price', () => {
  let session = '';
  beforeEach(async () => {
    session = await buyUnmatched();
    await deliverPaid();
    await deliverPaid();
    await verify(shop, session);
    await shop.runSchedule();
  });

  test('sends one alert about a payment, however often it is reported', async () => {
    expect(await mailsTo(OWNER)).toHaveLength(1);
  });

  test('sends an alert with links to the payment and to the order', async () => {
    const [alert] = await mailsTo(OWNER);
    const { paymentId } = (await readOrder(session)) ?? {};
    const number = orderNumberOf(session);
    expect(alert?.subject).toBe(`Order MSK-${number} doesn’t match its price`);
    expect(alert?.text).toContain(`/#${paymentId}`);
    expect(alert?.text).toContain(`/admin-orders#order=${number}`);
  });

  test('sends an alert about an unmatched order without the buyer’s data', async () => {
    const [alert] = await mailsTo(OWNER);
    expect(`${alert?.text} ${alert?.html}`).not.toMatch(/cs_test|parent@/);
  });

  test('sends no receipt for a payment that does not match its price', async () => {
    expect(await mailsTo('parent@example.com')).toEqual([]);
  });
});

test.each(['warning_needs_response', 'needs_response'])(
  'alerts the owner and sends no receipt if the first event is a dispute (%s)',
  async (status) => {
    const session = await buyUnmatched();
    const { id } = await control(shop, 'dispute', { session, status });
    await deliverNewest('charge.dispute.created');
    const closed = status.startsWith('warning_') ? 'warning_closed' : 'won';
    await control(shop, 'dispute/update', { id, status: closed });
    await deliverNewest('charge.dispute.closed');
    await shop.runSchedule();
    expect(await verify(shop, session)).toMatchObject({ status: 'unmatched' });
    expect(await mailsTo(OWNER)).toHaveLength(1);
    expect(await mailsTo('parent@example.com')).toEqual([]);
  },
);

test('alerts the owner and sends no receipt if the first event is a refund', async () => {
  const session = await buyUnmatched();
  await control(shop, 'refund', { session, amount: 1 });
  await deliverNewest('charge.refunded');
  await shop.runSchedule();
  expect(await mailsTo(OWNER)).toHaveLength(1);
  expect(await mailsTo('parent@example.com')).toEqual([]);
});

test('sends no alert about an order whose downloads the owner opened in the meantime', async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buyUnmatched();
  await deliverPaid();
  await owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: 'open' });
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  expect(await mailsTo(OWNER)).toEqual([]);
});

describe('an unmatched order whose downloads the owner opens', () => {
  let session = '';
  beforeEach(async () => {
    session = await buyUnmatched();
    await deliverPaid();
    const path = `/api/admin/orders/${orderNumberOf(session)}/access`;
    await owner.post(path, { access: 'open' });
  });
  const fileAccess = async () => (await access(shop, 'guide-1', session)).status;

  test('treats an unmatched order as paid once the owner opens its downloads', async () => {
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    expect(await fileAccess()).toBe(200);
  });

  test('keeps opened downloads open if Stripe reports the payment again', async () => {
    await deliverPaid();
    expect(await fileAccess()).toBe(200);
  });

  test('keeps opened downloads open after a partial refund', async () => {
    await control(shop, 'refund', { session, amount: 25 });
    await deliverNewest('charge.refunded');
    expect(await fileAccess()).toBe(200);
  });

  test('closes opened downloads after a full refund', async () => {
    await control(shop, 'refund', { session });
    await deliverNewest('charge.refunded');
    expect(await fileAccess()).toBe(403);
  });

  test('closes opened downloads once the owner blocks the order', async () => {
    await owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: 'blocked' });
    expect(await fileAccess()).toBe(403);
  });
});

test('sends the receipt when the owner requests it after opening the downloads', async () => {
  const session = await buyUnmatched();
  await deliverPaid();
  const path = `/api/admin/orders/${orderNumberOf(session)}`;
  await owner.post(`${path}/access`, { access: 'open' });
  const { outcome } = await (await owner.post(`${path}/receipt`, { copy: 1 })).json();
  expect(outcome).toBe('sent');
  expect(await mailsTo('parent@example.com')).toHaveLength(1);
});

test('ignores a session with unreadable metadata', async () => {
  const { price_in_cents: _price, ...unreadable } = metadataFor(guide, 'usd');
  const session = await buyUnmatched(unreadable);
  expect(await (await deliverPaid()).json()).toEqual({ received: true, handled: false });
  expect(await verify(shop, session)).toEqual({ status: 'unpaid', order: null });
  expect(await shop.inbox()).toEqual([]);
});

test('ignores a session that has the shop’s metadata but no amount', async () => {
  const session = await buyUnmatched(metadataFor(guide, 'usd'));
  const withoutAmounts: Meet = async (_call, send, { url }) => {
    if (!url.includes(`/v1/checkout/sessions/${session}`)) return send();
    const body = await (await send()).json();
    return Response.json({ ...body, amount_total: null, amount_subtotal: null, currency: null });
  };
  const response = await shop.runOnce(deliverPaid, withoutAmounts);
  expect(response !== 'crashed' && (await response.json())).toMatchObject({ handled: false });
});
