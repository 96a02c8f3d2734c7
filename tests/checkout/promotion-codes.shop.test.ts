import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMoney } from '../../src/content/money.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { openMailShop } from '../mail/mail-shop.ts';
import { access, control, verify } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';

const shop = await openMailShop({ ownerNews: 'none' });
const { catalogue } = await import('../../netlify/catalogue.ts');
const GUIDE = 'individual_guide_6_10';
const PRICE = centsOf('guide-1');

const open = async (code?: string) => {
  const response = await shop.post('/api/create-payment', { productType: GUIDE, code });
  expect(response.status).toBe(200);
  const { url } = await response.json();
  return shop.stripe.checkout.sessions.retrieve(/cs_test_\w+/.exec(url)?.[0] ?? '');
};

/** Buys with a code, and gives the session's id. */
const buyWith = async (code: string): Promise<string> => {
  const { id } = await open(code);
  await control(shop, 'pay', { session: id });
  return id;
};

test('a shop that takes no codes ignores one, without a call of Stripe more', async () => {
  const before = shop.callsTo('stripe');
  expect(await open('SPRING')).toMatchObject({ amount_total: PRICE, allow_promotion_codes: null });
  expect(shop.callsTo('stripe') - before).toBe(1);
});

describe('a shop that takes codes', () => {
  beforeAll(async () => {
    catalogue.checkout = { promotion_codes: true };
    await control(shop, 'promotion-code', { code: 'ENDED', percentOff: 50, active: false });
    await control(shop, 'promotion-code', { code: 'LARGE', percentOff: 50, minimumAmount: 9999 });
    await control(shop, 'promotion-code', { code: 'CENT', percentOff: 99 });
    await control(shop, 'promotion-code', { code: 'ONCE', percentOff: 10, maxRedemptions: 1 });
  });
  afterAll(() => {
    delete catalogue.checkout;
  });

  test.each([undefined, ''])('asks for one on Stripe’s page if the link had %j', async (code) => {
    expect(await open(code)).toMatchObject({
      allow_promotion_codes: true,
      amount_total: PRICE,
      custom_text: { submit: null },
    });
  });

  test.each(['SPRING', 'spring'])('opens the checkout with %s taken off', async (code) => {
    const session = await open(code);
    expect(session).toMatchObject({ amount_subtotal: PRICE, allow_promotion_codes: null });
    expect(session.amount_total).toBe(PRICE - Math.round(PRICE * 0.25));
  });

  test.each(['NOBODYS', 'ENDED', 'LARGE', 'CENT', 'ONE TWO', '%', '-'.repeat(101)])(
    'opens it at the full price with a sentence where %s doesn’t work',
    async (code) => {
      const { amount_total, allow_promotion_codes, custom_text } = await open(code);
      expect([amount_total, allow_promotion_codes]).toEqual([PRICE, true]);
      expect(custom_text.submit?.message).toMatch(
        /^The promotion code from your link doesn’t work/,
      );
      expect(custom_text.submit?.message).not.toContain(code);
    },
  );

  test('ends a code after its last redemption', async () => {
    await buyWith('ONCE');
    expect((await open('ONCE')).amount_total).toBe(PRICE);
  });

  test('opens no checkout while Stripe fails', async () => {
    shop.failStripe('500');
    const { status } = await shop.post('/api/create-payment', {
      productType: GUIDE,
      code: 'SPRING',
    });
    shop.failStripe('none');
    expect(status).toBe(502);
  });

  test('tells buyer and owner the discount', async () => {
    await shop.redis.flushall();
    const id = await buyWith('SPRING');
    const discount = Math.round(PRICE * 0.25);
    const [paid, off] = [PRICE - discount, discount].map((cents) => formatMoney(cents, 'usd'));
    const [receipt] = await shop.mailsAbout(id);
    expect(receipt?.text).toContain(`${paid} (after ${off} off)`);

    const owner = await ownerClient(shop);
    const { orders } = await (await owner.call('/api/admin/orders')).json();
    expect(orders).toMatchObject([{ amount: PRICE - discount, discount }]);
    const { total } = await (await owner.call('/api/admin/sales?range=all')).json();
    expect(total).toEqual({ orders: 1, amount: PRICE - discount, discount, refunded: 0 });
    const csv = await (await owner.call('/api/admin/orders.csv')).text();
    const cells = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1));
    expect(cells).toEqual(['Discount', (discount / 100).toFixed(2)]);
  });

  test('gives the files for a code of 100 %', async () => {
    const id = await buyWith('GIFT');
    expect(await verify(shop, id)).toMatchObject({ status: 'paid', order: { amount: 0 } });
    expect((await access(shop, productOf('guide-1').id, id)).status).toBe(200);
  });
});
