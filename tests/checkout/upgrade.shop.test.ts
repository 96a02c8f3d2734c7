import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { centsOf, dollars } from '../catalogue.ts';
import { access, buy, checkoutIn, control, expectStatus, setFaults } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { catalogue } = await import('../../netlify/catalogue.ts');
const GUIDE = 'individual_guide_6_10';
const [PRICE, WHOLE] = [centsOf('guide-1'), centsOf('bundle')];
const DIFFERENCE = WHOLE - PRICE;

beforeEach(() => void (catalogue.checkout = { upgrades: true }));
afterEach(() => void delete catalogue.checkout);

const ask = (session_id: string) => shop.post('/api/upgrade', { session_id });
/** The checkout that the offer leads to. */
const open = async (session: string) => checkoutIn(shop, await ask(session));
const upgrade = async (session: string): Promise<string> => {
  const { id } = await open(session);
  await control(shop, 'pay', { session: id });
  return id;
};
/** What the download page offers the rest for. */
const offered = async (sessionId: string): Promise<string | undefined> =>
  (await (await shop.post('/api/verify-payment', { sessionId, files: true })).json()).upgrade;

describe('the buyer of a guide', () => {
  test('pays the difference, and has every guide', async () => {
    const session = await buy(shop, GUIDE);
    expect(await offered(session)).toBe(dollars(DIFFERENCE));
    const { id, amount_total } = await open(session);
    expect(amount_total).toBe(DIFFERENCE);
    await control(shop, 'pay', { session: id });
    for (const product of ['guide-1', 'guide-2', 'guide-3', 'bundle']) {
      expect((await access(shop, product, id)).status, product).toBe(200);
    }
    expect((await access(shop, 'guide-1', session)).status).toBe(200);
  });

  test('is led to Stripe by a plain form too, and else reads why not', async () => {
    const send = async (type: 'bundle' | typeof GUIDE) =>
      shop.call('/api/upgrade', {
        method: 'POST',
        body: new URLSearchParams({ session_id: await buy(shop, type) }),
        headers: { accept: 'text/html' },
      });
    const led = await send(GUIDE);
    expect(led.status).toBe(303);
    expect(led.headers.get('location')).toContain('/c/pay/');
    const refused = await send('bundle');
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('can’t be upgraded to the complete set');
  });

  test('gets one checkout from all tabs, and one credit', async () => {
    const session = await buy(shop, GUIDE);
    const opened = await Promise.all([1, 2, 3].map(() => open(session)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect((await open(session)).id).toBe(opened[0]?.id);
    await upgrade(session);
    expect(await offered(session)).toBeUndefined();
    await expectProblem(await ask(session), 403, 'access_denied');
  });

  test.each<[string, ...[path: string, body?: object][]]>([
    ['after one has expired', ['expire']],
    [
      'after the bank has refused',
      ['pay', { method: 'bank', settle: 'never' }],
      ['settle', { outcome: 'failed' }],
    ],
  ])('gets a new checkout %s', async (_when, ...acts) => {
    const session = await buy(shop, GUIDE);
    const { id } = await open(session);
    for (const [path, body] of acts) {
      await control(shop, path, { session: id, ...body });
      if (path === 'pay') await expectProblem(await ask(session), 409, 'not_for_sale');
    }
    const again = await open(session);
    expect(again).toMatchObject({ status: 'open', amount_total: DIFFERENCE });
    expect(again.id).not.toBe(id);
  });

  test('pays more after a part came back, and the checkout at the old price ends', async () => {
    const session = await buy(shop, GUIDE);
    const old = await open(session);
    const statusOf = async (id: string) =>
      (await shop.stripe.checkout.sessions.retrieve(id)).status;
    await control(shop, 'refund', { session, amount: 200 });
    await expect.poll(() => offered(session)).toBe(dollars(DIFFERENCE + 200));
    const { id, amount_total } = await open(session);
    expect(amount_total).toBe(DIFFERENCE + 200);
    expect(await statusOf(old.id)).toBe('expired');
    await control(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    await expect.poll(() => statusOf(id)).toBe('expired');
  });

  test('has used the credit before the shop has heard of it', async () => {
    const session = await buy(shop, GUIDE);
    await setFaults(shop, { webhooks: { hold: true } });
    await upgrade(session);
    await setFaults(shop, {});
    await expectProblem(await ask(session), 409, 'not_for_sale');
  });
});

test.each([
  ['the guide', 0, [403, 200]],
  ['the bundle', 1, [200, 403]],
])('a refund of %s closes that order alone', async (_what, at, statuses) => {
  const session = await buy(shop, GUIDE);
  const orders = [session, await upgrade(session)];
  await control(shop, 'refund', { session: orders[at] });
  await expectStatus(shop, orders[at] ?? '', 'refunded');
  const answers = await Promise.all(orders.map((order) => access(shop, 'guide-1', order)));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
});

test.each([
  ['in a shop without it', () => buy(shop, GUIDE), () => delete catalogue.checkout],
  ['to who has the bundle', () => buy(shop, 'bundle'), () => undefined],
  ['for an order that nobody paid', async () => 'cs_test_nobody', () => undefined],
])('no offer is made %s', async (_name, order, change) => {
  const session = await order();
  change();
  expect(await offered(session)).toBeUndefined();
  await expectProblem(await ask(session), 403, 'access_denied');
});
