import { beforeEach, expect, test } from 'vitest';
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

/** A paid session with the shop's metadata that costs 25 cents more than they say. */
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

const deliverPaid = async () => (await deliveryOf(shop, 'checkout.session.completed'))();

const mailsTo = async (address: string) => (await shop.inbox()).filter(({ to }) => to === address);

test('records a payment that does not match its price, and gives no files', async () => {
  const session = await buyUnmatched();
  expect(await (await deliverPaid()).json()).toEqual({ received: true, handled: true });
  expect(await verify(shop, session)).toMatchObject({ status: 'unmatched' });
  const refused = await access(shop, 'guide-1', session);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: 'It is unmatched. Words of unmatched.' });
});

test('shows the buyer of an unmatched order its page without JavaScript', async () => {
  const session = await buyUnmatched();
  const response = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('Words of unmatched.');
});

test('does not tell the owner to refund an unmatched order that is refunded already', async () => {
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

test('sends the owner one alert about an unmatched order, and the buyer no receipt', async () => {
  const session = await buyUnmatched();
  await deliverPaid();
  await deliverPaid();
  await verify(shop, session);
  await shop.runSchedule();
  const [alert, ...others] = await mailsTo(OWNER);
  expect(others).toEqual([]);
  const { paymentId } = (await readOrder(session)) ?? {};
  expect(alert?.subject).toBe(`Order MSK-${orderNumberOf(session)} doesn’t match its price`);
  expect(alert?.text).toContain(`/#${paymentId}`);
  expect(alert?.text).toContain(`/admin-orders#order=${orderNumberOf(session)}`);
  expect(`${alert?.text} ${alert?.html}`).not.toMatch(/cs_test|parent@/);
  expect(await mailsTo('parent@example.com')).toEqual([]);
});

test.each(['warning_needs_response', 'needs_response'])(
  'alerts the owner and sends no receipt if the first event is a dispute (%s)',
  async (status) => {
    const session = await buyUnmatched();
    const { id } = await control(shop, 'dispute', { session, status });
    await (
      await deliveryOf(shop, 'charge.dispute.created')
    )();
    const closed = status.startsWith('warning_') ? 'warning_closed' : 'won';
    await control(shop, 'dispute/update', { id, status: closed });
    await (
      await deliveryOf(shop, 'charge.dispute.closed')
    )();
    await shop.runSchedule();
    expect(await verify(shop, session)).toMatchObject({ status: 'unmatched' });
    expect(await mailsTo(OWNER)).toHaveLength(1);
    expect(await mailsTo('parent@example.com')).toEqual([]);
  },
);

test('alerts the owner and sends no receipt if the first event is a refund', async () => {
  const session = await buyUnmatched();
  await control(shop, 'refund', { session, amount: 1 });
  await (
    await deliveryOf(shop, 'charge.refunded')
  )();
  await shop.runSchedule();
  expect(await mailsTo(OWNER)).toHaveLength(1);
  expect(await mailsTo('parent@example.com')).toEqual([]);
});

test('sends no alert about an order that the owner has opened meanwhile', async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buyUnmatched();
  await deliverPaid();
  await owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: 'open' });
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  expect(await mailsTo(OWNER)).toEqual([]);
});

test('opens an unmatched order once the owner decides so, until it is refunded', async () => {
  const session = await buyUnmatched();
  await deliverPaid();
  const path = `/api/admin/orders/${orderNumberOf(session)}`;
  expect(await (await owner.call(path)).json()).toMatchObject({ status: 'unmatched' });
  const opened = await owner.post(`${path}/access`, { access: 'open' });
  expect(await opened.json()).toMatchObject({ status: 'paid' });
  expect((await access(shop, 'guide-1', session)).status).toBe(200);
  await deliverPaid();
  expect((await access(shop, 'guide-1', session)).status).toBe(200);
  await control(shop, 'refund', { session });
  await (
    await deliveryOf(shop, 'charge.refunded')
  )();
  expect((await access(shop, 'guide-1', session)).status).toBe(403);
});

test('sends the receipt of an opened order when the owner asks for it', async () => {
  const session = await buyUnmatched();
  await deliverPaid();
  const path = `/api/admin/orders/${orderNumberOf(session)}`;
  await owner.post(`${path}/access`, { access: 'open' });
  const { outcome } = await (await owner.post(`${path}/receipt`, { copy: 1 })).json();
  expect(outcome).toBe('sent');
  expect(await mailsTo('parent@example.com')).toHaveLength(1);
});

test('ignores a session whose metadata it cannot read', async () => {
  const { price_in_cents: _price, ...unreadable } = metadataFor(guide, 'usd');
  const session = await buyUnmatched(unreadable);
  expect(await (await deliverPaid()).json()).toEqual({ received: true, handled: false });
  expect(await verify(shop, session)).toEqual({ status: 'unpaid', order: null });
  expect(await shop.inbox()).toEqual([]);
});

test('ignores a session of the shop that has no amount', async () => {
  const session = await buyUnmatched(metadataFor(guide, 'usd'));
  const withoutAmounts: Meet = async (_call, send, { url }) => {
    if (!url.includes(`/v1/checkout/sessions/${session}`)) return send();
    const body = await (await send()).json();
    return Response.json({ ...body, amount_total: null, amount_subtotal: null, currency: null });
  };
  const response = await shop.runOnce(deliverPaid, withoutAmounts);
  expect(response !== 'crashed' && (await response.json())).toMatchObject({ handled: false });
});
