import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/contract/catalogue.ts';
import { centsOf, dollars, plainDollars } from '../catalogue.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { checkoutIn, control } from '../shop/buying.ts';
import { recordsIn } from '../shop/csv.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openMailShop();
const { catalogue } = await import('../../netlify/shop/catalogue.ts');
const GUIDE = 'individual_guide_6_10';
const PRICE = centsOf('guide-1');
const SPRING = Math.round(PRICE * 0.25);

const switchOn = (options: Catalogue['checkout']): void => void (catalogue.checkout = options);
beforeEach(() => shop.redis.flushall());
afterEach(() => void delete catalogue.checkout);

const post = (code?: string) => shop.post('/api/create-payment', { productType: GUIDE, code });
const open = async (code?: string) => checkoutIn(shop, await post(code));

/** Buys with a code. Returns the session's id. */
const buy = async (code?: string, abroad = false) => {
  const { id } = await open(code);
  await control(shop, 'pay', { session: id, abroad });
  return id;
};
const receiptOf = async (session: string) => (await shop.mailsAbout(session))[0];

/** The only order as the owner sees it: in the list and in the CSV file. */
const seenByOwner = async () => {
  const owner = await ownerClient(shop);
  const { orders } = await (await owner.call('/api/admin/orders')).json();
  const period = new Date().getUTCFullYear();
  const csv = await owner.call(`/api/admin/orders.csv?period=${period}`);
  return { ...orders[0], record: recordsIn(await csv.text())[0] };
};

describe('promotion codes', () => {
  beforeEach(() => switchOn({ promotion_codes: true }));

  test.each([undefined, ''])('are asked for on Stripe’s page if the link had %j', async (code) => {
    expect(await open(code)).toMatchObject({
      allow_promotion_codes: true,
      amount_total: PRICE,
      custom_text: { submit: null },
    });
  });

  // buy-button.test.ts has each way in which a link changes a code.
  test.each(['SPRING', ' SPRING.'])('come off before it if the link had %j', async (code) => {
    const session = await open(code);
    expect(session).toMatchObject({ amount_subtotal: PRICE, allow_promotion_codes: null });
    expect(session.amount_total).toBe(PRICE - SPRING);
  });

  test.each<[string, object?]>([
    ['NOBODYS'],
    ['LARGE', { percentOff: 50, minimumAmount: 9999 }],
    ['CENT', { percentOff: 99 }],
    ['%'],
  ])('that do not work leave the price with a sentence: %s', async (code, made) => {
    if (made) await control(shop, 'promotion-code', { code, ...made });
    const { amount_total, allow_promotion_codes, custom_text } = await open(code);
    expect([amount_total, allow_promotion_codes]).toEqual([PRICE, true]);
    const said = custom_text.submit?.message;
    expect(said).toMatch(/^The promotion code from your link doesn’t work/);
    expect(said).not.toContain(code);
  });

  test('are in the receipt, the order and the CSV file', async () => {
    const receipt = await receiptOf(await buy('SPRING'));
    const amount = PRICE - SPRING;
    expect(receipt?.text).toContain(`${dollars(amount)} (after ${dollars(SPRING)} off)`);
    const record = { Discount: plainDollars(SPRING), Tax: '0.00' };
    expect(await seenByOwner()).toMatchObject({ amount, discount: SPRING, record });
  });
});

test.each([
  ['exclusive', Math.round(PRICE * 0.1), PRICE + Math.round(PRICE * 0.1)],
  ['inclusive', Math.round(PRICE - PRICE / 1.1), PRICE],
] as const)('%s tax is in the amount, the receipt and the order', async (tax, cents, amount) => {
  switchOn({ tax });
  const id = await buy();
  const text = `${dollars(amount)} (including ${dollars(cents)} tax)`;
  expect((await receiptOf(id))?.text).toContain(text);
  const record = { Discount: '0.00', Tax: plainDollars(cents) };
  expect(await seenByOwner()).toMatchObject({ amount, tax: cents, record });
});

test('while Stripe Tax is not active nobody can buy, and the health report says so', async () => {
  switchOn({ tax: 'inclusive' });
  const owner = await ownerClient(shop);
  const stateOfTax = async () => {
    const { checks } = await (await owner.call('/api/health')).json();
    return checks.find(({ about }: { about: string }) => about === 'Stripe Tax')?.state;
  };
  expect(await stateOfTax()).toBe('ok');
  await control(shop, 'tax-settings', { status: 'pending' });
  expect(await stateOfTax()).toBe('fault');
  await expectProblem(await post(), 502, 'payment_unavailable');
  await control(shop, 'tax-settings', { status: 'active' });
});

test('Stripe as the seller adds the tax, and shows no words of the shop', async () => {
  switchOn({ managed_payments: true, promotion_codes: true });
  const session = await open('NOBODYS');
  const [tax, on] = [Math.round(PRICE * 0.1), { enabled: true }];
  const sold = { amount_total: PRICE + tax, managed_payments: on, invoice_creation: null };
  expect(session).toMatchObject({ ...sold, custom_text: { submit: null } });
  await control(shop, 'pay', { session: session.id });
  expect(await seenByOwner()).toMatchObject({ amount: PRICE + tax, tax, status: 'paid' });
});

test('a buyer abroad pays in another currency, and the order stays in dollars', async () => {
  switchOn({ adaptive_pricing: true });
  await buy(undefined, true);
  const presented = { amount: Math.round(PRICE * 0.9), currency: 'eur' };
  expect(await seenByOwner()).toMatchObject({ amount: PRICE, currency: 'USD', presented });
});

test('invoices are made by Stripe', async () => {
  switchOn({ invoices: true });
  expect((await open()).invoice_creation).toMatchObject({ enabled: true });
});

test('the receipt leads to the withdrawal, if it is offered', async () => {
  switchOn({ withdrawal: true });
  const paid = await buy();
  const link = `${shop.siteUrl}/api/withdraw?session_id=${paid}`;
  const receipt = await receiptOf(paid);
  expect(receipt?.text).toContain(`Withdraw from this purchase: ${link}`);
  expect(receipt?.html).toContain(`<a href="${link}"`);
  switchOn({ withdrawal: true, promotion_codes: true });
  await control(shop, 'promotion-code', { code: 'FREE', percentOff: 100 });
  const free = await receiptOf(await buy('FREE'));
  expect(free?.text).not.toMatch(/Withdraw|\{/);
});
