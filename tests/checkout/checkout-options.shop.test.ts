import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/contract/catalogue.ts';
import { formatMoney } from '../../src/content/money.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { openMailShop } from '../mail/mail-shop.ts';
import { access, control, verify } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';

const shop = await openMailShop({ ownerNews: 'none' });
const { catalogue } = await import('../../netlify/catalogue.ts');
const GUIDE = 'individual_guide_6_10';
const PRICE = centsOf('guide-1');

const switchOn = (options: Catalogue['checkout']): void => {
  catalogue.checkout = options;
};
afterEach(() => {
  delete catalogue.checkout;
});

const open = async (code?: string) => {
  const response = await shop.post('/api/create-payment', { productType: GUIDE, code });
  expect(response.status).toBe(200);
  const { url } = await response.json();
  return shop.stripe.checkout.sessions.retrieve(/cs_test_\w+/.exec(url)?.[0] ?? '');
};

/** Buys with a code, and gives the session's id. */
const buy = async ({ code, abroad = false }: { code?: string; abroad?: boolean } = {}) => {
  const { id } = await open(code);
  await control(shop, 'pay', { session: id, abroad });
  return id;
};

/** What the owner sees of the only order: its row, the sums, and the last cells of its line in the CSV file. */
const seenByOwner = async () => {
  const owner = await ownerClient(shop);
  const [orders, sales, csv] = await Promise.all([
    owner.call('/api/admin/orders').then((response) => response.json()),
    owner.call('/api/admin/sales?range=all').then((response) => response.json()),
    owner.call('/api/admin/orders.csv').then((response) => response.text()),
  ]);
  const cells = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').slice(-2));
  return { row: orders.orders[0], total: sales.total, cells };
};

const dollars = (cents: number): string => formatMoney(cents, 'usd');

beforeEach(() => shop.redis.flushall());

test('without a switch, a session is as Stripe opens it, and a code costs no call', async () => {
  const before = shop.callsTo('stripe');
  expect(await open('SPRING')).toMatchObject({
    amount_total: PRICE,
    allow_promotion_codes: null,
    automatic_tax: { enabled: false },
    adaptive_pricing: { enabled: false },
  });
  expect(shop.callsTo('stripe') - before).toBe(1);
});

describe('promotion codes', () => {
  beforeAll(async () => {
    await control(shop, 'promotion-code', { code: 'ENDED', percentOff: 50, active: false });
    await control(shop, 'promotion-code', { code: 'LARGE', percentOff: 50, minimumAmount: 9999 });
    await control(shop, 'promotion-code', { code: 'CENT', percentOff: 99 });
    await control(shop, 'promotion-code', { code: 'ONCE', percentOff: 10, maxRedemptions: 1 });
  });
  beforeEach(() => switchOn({ promotion_codes: true }));

  test.each([undefined, ''])('are asked for on Stripe’s page if the link had %j', async (code) => {
    expect(await open(code)).toMatchObject({
      allow_promotion_codes: true,
      amount_total: PRICE,
      custom_text: { submit: null },
    });
  });

  test.each(['SPRING', 'spring'])('come off before it if the link had %s', async (code) => {
    const session = await open(code);
    expect(session).toMatchObject({ amount_subtotal: PRICE, allow_promotion_codes: null });
    expect(session.amount_total).toBe(PRICE - Math.round(PRICE * 0.25));
  });

  test.each(['NOBODYS', 'ENDED', 'LARGE', 'CENT', 'ONE TWO', '%', '-'.repeat(101)])(
    'that do not work leave the price with a sentence: %s',
    async (code) => {
      const { amount_total, allow_promotion_codes, custom_text } = await open(code);
      expect([amount_total, allow_promotion_codes]).toEqual([PRICE, true]);
      expect(custom_text.submit?.message).toMatch(
        /^The promotion code from your link doesn’t work/,
      );
      expect(custom_text.submit?.message).not.toContain(code);
    },
  );

  test('end after their last redemption', async () => {
    await buy({ code: 'ONCE' });
    expect((await open('ONCE')).amount_total).toBe(PRICE);
  });

  test('open no checkout while Stripe fails', async () => {
    shop.failStripe('500');
    const { status } = await shop.post('/api/create-payment', {
      productType: GUIDE,
      code: 'SPRING',
    });
    shop.failStripe('none');
    expect(status).toBe(502);
  });

  test('are in the receipt, the order, the sums and the CSV file', async () => {
    const id = await buy({ code: 'SPRING' });
    const discount = Math.round(PRICE * 0.25);
    const amount = PRICE - discount;
    const [receipt] = await shop.mailsAbout(id);
    expect(receipt?.text).toContain(`${dollars(amount)} (after ${dollars(discount)} off)`);
    const { row, total, cells } = await seenByOwner();
    expect(row).toMatchObject({ amount, discount });
    expect(total).toEqual({ orders: 1, amount, discount, refunded: 0 });
    expect(cells).toEqual([
      ['Discount', 'Tax'],
      [(discount / 100).toFixed(2), '0.00'],
    ]);
  });

  test('of 100 % give the files', async () => {
    const id = await buy({ code: 'GIFT' });
    expect(await verify(shop, id)).toMatchObject({ status: 'paid', order: { amount: 0 } });
    expect((await access(shop, productOf('guide-1').id, id)).status).toBe(200);
  });
});

test.each([
  ['exclusive', Math.round(PRICE * 0.1), PRICE + Math.round(PRICE * 0.1)],
  ['inclusive', Math.round(PRICE - PRICE / 1.1), PRICE],
] as const)('%s tax is in the amount, the receipt and the order', async (tax, cents, amount) => {
  switchOn({ tax });
  const id = await buy();
  const [receipt] = await shop.mailsAbout(id);
  expect(receipt?.text).toContain(`${dollars(amount)} (including ${dollars(cents)} tax)`);
  const { row, cells } = await seenByOwner();
  expect(row).toMatchObject({ amount, tax: cents });
  expect(cells[1]).toEqual(['0.00', (cents / 100).toFixed(2)]);
  expect((await access(shop, productOf('guide-1').id, id)).status).toBe(200);
});

test('a buyer abroad pays in another currency, and the sums stay in dollars', async () => {
  switchOn({ adaptive_pricing: true });
  await buy({ abroad: true });
  const { row, total } = await seenByOwner();
  const presented = formatMoney(Math.round(PRICE * 0.9), 'eur');
  expect(row).toMatchObject({ amount: PRICE, currency: 'USD', presented });
  expect(total.amount).toBe(PRICE);
});

const stateOf = async (about: string): Promise<string | undefined> => {
  const report = await (await (await ownerClient(shop)).call('/api/health')).json();
  return report.checks.find((check: { about: string }) => check.about === about)?.state;
};

describe('the health page', () => {
  test('says whether Stripe has a code that is active', async () => {
    expect(await stateOf('Promotion codes')).toBeUndefined();
    switchOn({ promotion_codes: true });
    expect(await stateOf('Promotion codes')).toBe('ok');
    for (const { code } of (await shop.stripe.promotionCodes.list({ active: true })).data) {
      await control(shop, 'promotion-code', { code, percentOff: 5, active: false });
    }
    expect(await stateOf('Promotion codes')).toBe('warning');
  });

  test('says whether Stripe Tax is set up, since nobody can buy without it', async () => {
    expect(await stateOf('Stripe Tax')).toBeUndefined();
    switchOn({ tax: 'inclusive' });
    expect(await stateOf('Stripe Tax')).toBe('ok');
    await control(shop, 'tax-settings', { status: 'pending' });
    expect(await stateOf('Stripe Tax')).toBe('fault');
    expect((await shop.post('/api/create-payment', { productType: GUIDE })).status).toBe(502);
    await control(shop, 'tax-settings', { status: 'active' });
  });
});

const invoiceOf = (session: string) => shop.call(`/api/invoice?session_id=${session}`);

describe('invoices', () => {
  test('are made by Stripe, and the receipt leads to them', async () => {
    switchOn({ invoices: true });
    const id = await buy();
    const [receipt] = await shop.mailsAbout(id);
    const link = `${shop.siteUrl}/api/invoice?session_id=${id}`;
    expect(receipt?.text).toContain(`Your invoice: ${link}`);
    expect(receipt?.html).toContain(`href="${link}"`);
    const answer = await invoiceOf(id);
    expect(answer.status).toBe(303);
    expect((await fetch(answer.headers.get('location') ?? '')).status).toBe(200);
  });

  test('that are not made yet, or never, have a page that says so', async () => {
    const id = await buy();
    const [receipt] = await shop.mailsAbout(id);
    expect(receipt?.text).not.toMatch(/invoice/i);
    for (const session of [id, 'cs_test_unknown']) {
      const answer = await invoiceOf(session);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('hasn’t made an invoice for this order yet');
    }
  });
});
