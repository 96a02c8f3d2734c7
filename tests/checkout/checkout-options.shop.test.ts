import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalog } from '../../src/contract/catalog.ts';
import { centsOf, dollars, plainDollars } from '../catalog.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { checkoutIn, control } from '../shop/buying.ts';
import { recordsIn } from '../shop/csv.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openMailShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const GUIDE = 'individual_guide_6_10';
const PRICE = centsOf('guide-1');
const SPRING = Math.round(PRICE * 0.25);

const switchOn = (options: Catalog['checkout']): void => void (catalog.checkout = options);
beforeEach(() => shop.redis.flushall());
afterEach(() => void delete catalog.checkout);

const post = (code?: string) => shop.post('/api/create-payment', { productType: GUIDE, code });
const open = async (code?: string) => checkoutIn(shop, await post(code));

/** Buys with a code. Returns the session's id. */
const buy = async (code?: string, abroad = false) => {
  const { id } = await open(code);
  await control(shop, 'pay', { session: id, abroad });
  return id;
};
const receiptOf = async (session: string) => (await shop.mailsAbout(session))[0];

/** The shop's only order, as the owner sees it in the list and in the CSV file. */
const seenByOwner = async () => {
  const owner = await ownerClient(shop);
  const { orders } = await (await owner.call('/api/admin/orders')).json();
  const period = new Date().getUTCFullYear();
  const csv = await owner.call(`/api/admin/orders.csv?period=${period}`);
  return { ...orders[0], record: recordsIn(await csv.text())[0] };
};

const stripeTaxState = async (): Promise<string | undefined> => {
  const owner = await ownerClient(shop);
  const { checks } = await (await owner.call('/api/health')).json();
  return checks.find(({ about }: { about: string }) => about === 'Stripe Tax')?.state;
};

const REFUSAL =
  'The promotion code from your link doesn’t work for this purchase. It may have expired. ' +
  'This is the price without it.';

describe('a checkout with promotion codes', () => {
  beforeEach(() => switchOn({ promotion_codes: true }));

  test.each([
    { name: 'a code', code: 'SPRING' },
    { name: 'a code that was copied with a space and a period', code: ' SPRING.' },
  ])('applies $name and hides Stripe’s code field', async ({ code }) => {
    const session = await open(code);
    expect(session.amount_total).toBe(PRICE - SPRING);
    expect(session.allow_promotion_codes).toBeNull();
    expect(session.custom_text.submit?.message).toBeUndefined();
  });

  test.each([
    { name: 'without a code', code: undefined },
    { name: 'with an empty code', code: '' },
  ])('shows Stripe’s code field for a checkout $name', async ({ code }) => {
    const session = await open(code);
    expect(session.amount_total).toBe(PRICE);
    expect(session.allow_promotion_codes).toBe(true);
    expect(session.custom_text.submit?.message).toBeUndefined();
  });

  test.each([
    { name: 'an unknown code', code: 'NOBODYS' },
    {
      name: 'a code that requires a larger amount',
      code: 'LARGE',
      promotion: { percentOff: 50, minimumAmount: 9999 },
    },
    {
      name: 'a code that leaves less than the minimum charge',
      code: 'CENT',
      promotion: { percentOff: 99 },
    },
    { name: 'a code with invalid characters', code: '%' },
  ])('says on the payment page that $name does not work', async ({ code, promotion }) => {
    if (promotion) await control(shop, 'promotion-code', { code, ...promotion });
    const session = await open(code);
    expect(session.amount_total).toBe(PRICE);
    expect(session.allow_promotion_codes).toBe(true);
    expect(session.custom_text.submit?.message).toBe(REFUSAL);
  });
});

describe('while Stripe Tax is not active', () => {
  // With this status, Stripe refuses every session that calculates tax.
  beforeEach(() => control(shop, 'tax-settings', { status: 'pending' }));
  afterEach(async () => {
    shop.failStripe('none');
    await control(shop, 'tax-settings', { status: 'active' });
  });

  test('refuses every checkout while Stripe Tax is not active', async () => {
    switchOn({ tax: 'inclusive' });
    await expectProblem(await post(), 502, 'payment_unavailable');
  });

  test('reports a fault in the health report if Stripe Tax is not active', async () => {
    switchOn({ tax: 'inclusive' });
    expect(await stripeTaxState()).toBe('fault');
  });

  test.each([
    {
      name: 'removes the code and retries the checkout once',
      options: { promotion_codes: true },
      code: 'SPRING',
      maxCalls: 3,
    },
    {
      name: 'does not retry a checkout that has no code',
      options: { promotion_codes: true },
      code: '',
      maxCalls: 1,
    },
    {
      name: 'does not retry a checkout in a shop without promotion codes',
      options: {},
      code: 'SPRING',
      maxCalls: 1,
    },
  ])('$name', async ({ options, code, maxCalls }) => {
    switchOn({ tax: 'inclusive', ...options });
    const callsBefore = shop.callsTo('stripe');
    await expectProblem(await post(code), 502, 'payment_unavailable');
    expect(shop.callsTo('stripe') - callsBefore).toBeLessThanOrEqual(maxCalls);
  });
});

test('reports no fault in the health report if Stripe Tax is active', async () => {
  switchOn({ tax: 'inclusive' });
  expect(await stripeTaxState()).toBe('ok');
});

test('does not remove the code and retry the checkout if Stripe fails', async () => {
  switchOn({ promotion_codes: true });
  shop.failStripe('500');
  const callsBefore = shop.callsTo('stripe');
  await expectProblem(await post('SPRING'), 502, 'payment_unavailable');
  expect(shop.callsTo('stripe') - callsBefore).toBeLessThanOrEqual(2);
  shop.failStripe('none');
});

const TAX_ON_TOP = Math.round(PRICE * 0.1);
const TAX_INCLUDED = Math.round(PRICE - PRICE / 1.1);

test.each<{
  name: string;
  options: Catalog['checkout'];
  code: string;
  amount: number;
  discount: number;
  tax: number;
  receipt: string;
}>([
  {
    name: 'the discount from a code',
    options: { promotion_codes: true },
    code: 'SPRING',
    amount: PRICE - SPRING,
    discount: SPRING,
    tax: 0,
    receipt: `${dollars(PRICE - SPRING)} (after ${dollars(SPRING)} off)`,
  },
  {
    name: 'tax added to the price',
    options: { tax: 'exclusive' },
    code: '',
    amount: PRICE + TAX_ON_TOP,
    discount: 0,
    tax: TAX_ON_TOP,
    receipt: `${dollars(PRICE + TAX_ON_TOP)} (including ${dollars(TAX_ON_TOP)} tax)`,
  },
  {
    name: 'tax included in the price',
    options: { tax: 'inclusive' },
    code: '',
    amount: PRICE,
    discount: 0,
    tax: TAX_INCLUDED,
    receipt: `${dollars(PRICE)} (including ${dollars(TAX_INCLUDED)} tax)`,
  },
  {
    name: 'the tax on a managed payment',
    options: { managed_payments: true },
    code: '',
    amount: PRICE + TAX_ON_TOP,
    discount: 0,
    tax: TAX_ON_TOP,
    receipt: `${dollars(PRICE + TAX_ON_TOP)} (including ${dollars(TAX_ON_TOP)} tax)`,
  },
])('shows $name in the receipt, the order and the CSV file', async (row) => {
  const { options, code, amount, discount, tax } = row;
  switchOn(options);
  const receipt = await receiptOf(await buy(code));
  expect(receipt?.text).toContain(row.receipt);
  expect(await seenByOwner()).toMatchObject({
    amount,
    discount,
    tax,
    status: 'paid',
    record: { Discount: plainDollars(discount), Tax: plainDollars(tax) },
  });
});

test('requests an invoice for a session if the shop offers invoices', async () => {
  switchOn({ invoices: true });
  expect(await open()).toMatchObject({ invoice_creation: { enabled: true } });
});

// Stripe refuses custom text in these sessions.
test('adds no custom text to a session if Stripe is the seller', async () => {
  switchOn({ managed_payments: true, promotion_codes: true });
  expect(await open('NOBODYS')).toMatchObject({
    invoice_creation: null,
    custom_text: { submit: null },
  });
});

test('records a foreign buyer’s order in dollars, along with the amount paid in euros', async () => {
  switchOn({ adaptive_pricing: true });
  await buy('', true);
  const presented = { amount: Math.round(PRICE * 0.9), currency: 'eur' };
  expect(await seenByOwner()).toMatchObject({ amount: PRICE, currency: 'USD', presented });
});

test('includes a withdrawal link in the receipt if the shop offers withdrawals', async () => {
  switchOn({ withdrawal: true });
  const session = await buy();
  const link = `${shop.siteUrl}/api/withdraw?session_id=${session}`;
  const receipt = await receiptOf(session);
  expect(receipt?.text).toContain(`Withdraw from this purchase: ${link}`);
  expect(receipt?.html).toContain(`<a href="${link}"`);
});

test.each([
  { name: 'for a free order', options: { withdrawal: true, promotion_codes: true }, code: 'FREE' },
  { name: 'from a shop that does not offer withdrawals', options: {}, code: '' },
])('includes no withdrawal link in the receipt $name', async ({ options, code }) => {
  switchOn(options);
  await control(shop, 'promotion-code', { code: 'FREE', percentOff: 100 });
  const receipt = await receiptOf(await buy(code));
  expect(receipt?.text).not.toMatch(/Withdraw|\{/);
});
