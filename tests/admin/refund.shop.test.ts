import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail, RefundRequest } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { centsOf } from '../catalogue.ts';
import { access, buy, control, refundsOf, setFaults } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { catalogue } = await import('../../netlify/catalogue.ts');
const owner = await ownerClient(shop);
const PRICE = centsOf('guide-1');

const open = async (): Promise<{ session: string; path: string }> => {
  const session = await buy(shop, 'individual_guide_6_10');
  return { session, path: `/api/admin/orders/${await orderNumber(session)}` };
};
const read = async (path: string): Promise<OrderDetail> => (await owner.call(path)).json();

const refund = (path: string, more: Partial<RefundRequest> = {}): Promise<Response> => {
  const asked = { amount: PRICE, refunded: 0, reason: 'requested_by_customer', ...more };
  return owner.post(`${path}/refund`, asked);
};
beforeEach(() => {
  catalogue.checkout = { refunds: true };
});
afterEach(async () => {
  delete catalogue.checkout;
  shop.failStripe('none');
  await setFaults(shop, {});
});

test('a refund of a part leaves the files, and that of the rest closes them, with its reason', async () => {
  const { session, path } = await open();
  expect(await read(path)).toMatchObject({ refundable: PRICE, refunded: 0 });
  const answer = await refund(path, { amount: 200 });
  const after = { status: 'paid', refunded: 200, refundable: PRICE - 200 };
  expect(await answer.json()).toMatchObject(after);
  expect((await access(shop, 'guide-1', session)).status).toBe(200);
  await refund(path, { amount: PRICE - 200, refunded: 200, reason: 'duplicate' });
  const whole = { status: 'refunded', refunded: PRICE, refundable: 0 };
  expect(await read(path)).toMatchObject(whole);
  const { data } = await shop.stripe.refunds.list();
  const rest = { amount: PRICE - 200, reason: 'duplicate' };
  expect(data).toContainEqual(expect.objectContaining(rest));
  expect((await access(shop, 'guide-1', session)).status).toBe(403);
});

test.each([1, 0.5])('the same request from several tabs refunds %f of it once', async (part) => {
  const { session, path } = await open();
  const amount = Math.floor(PRICE * part);
  await Promise.all([1, 2, 3].map(() => refund(path, { amount })));
  expect(await refundsOf(shop, session)).toEqual([amount]);
});

test('a request that Stripe did not answer can be sent again', async () => {
  const { session, path } = await open();
  // Stripe's event would change the order before the second request.
  await setFaults(shop, { webhooks: { hold: true } });
  shop.failStripe('cut');
  await expectProblem(await refund(path), 502, 'payment_unavailable');
  shop.failStripe('none');
  expect((await refund(path)).status).toBe(200);
  expect(await refundsOf(shop, session)).toEqual([PRICE]);
});

test('nothing is refunded but what is asked for rightly, in a shop that allows it', async () => {
  const { session, path } = await open();
  for (const [asked, status, code] of [
    [{ amount: PRICE + 1 }, 409, 'refund_refused'],
    // The page showed it otherwise.
    [{ refunded: 1 }, 412, 'precondition_failed'],
    [{ amount: 0 }, 400, 'invalid_request'],
    [{ amount: 1.5 }, 400, 'invalid_request'],
    [{ amount: -5 }, 400, 'invalid_request'],
    [{ reason: 'boredom' as 'duplicate' }, 400, 'invalid_request'],
  ] as const) {
    await expectProblem(await refund(path, asked), status, code);
  }
  delete catalogue.checkout;
  expect(await read(path)).toMatchObject({ refundable: 0 });
  await expectProblem(await refund(path), 409, 'refund_refused');
  expect(await refundsOf(shop, session)).toEqual([]);
});

test.each([
  ['refunded', { amount: PRICE }, 'refund', 'Stripe has already refunded all of it.'],
  ['partly refunded', { amount: 100 }, 'refund', 'Stripe has less than that left to refund.'],
  ['disputed', {}, 'dispute', 'The buyer’s bank has taken the money back'],
])('what Stripe knows as %s is not refunded, and the order learns of it', async (...row) => {
  const [, more, action, words] = row;
  const { session, path } = await open();
  await setFaults(shop, { webhooks: { hold: true } });
  await control(shop, action, { session, ...more });
  const { detail } = await (await refund(path)).json();
  expect(detail).toContain(words);
  const { status, refunded } = await read(path);
  expect(status !== 'paid' || refunded > 0).toBe(true);
});
