import { afterEach, beforeEach, expect, test } from 'vitest';
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

/** The only order as the owner sees it: in the list and in the CSV file. */
const seenByOwner = async () => {
  const owner = await ownerClient(shop);
  const { orders } = await (await owner.call('/api/admin/orders')).json();
  const period = new Date().getUTCFullYear();
  const csv = await owner.call(`/api/admin/orders.csv?period=${period}`);
  return { ...orders[0], record: recordsIn(await csv.text())[0] };
};

const REFUSED =
  'The promotion code from your link doesn’t work for this purchase. It may have expired. This is the price without it.';

test.each<[code: string | undefined, isRefused: boolean, made?: object]>([
  [undefined, false],
  ['', false],
  ['SPRING', false],
  [' SPRING.', false],
  ['NOBODYS', true],
  ['LARGE', true, { percentOff: 50, minimumAmount: 9999 }],
  ['CENT', true, { percentOff: 99 }],
  ['%', true],
])('of a link with the code %j the buyer reads that it is refused: %s', async (...row) => {
  const [code, isRefused, made] = row;
  switchOn({ promotion_codes: true });
  if (made) await control(shop, 'promotion-code', { code, ...made });
  const off = code?.includes('SPRING') ? SPRING : 0;
  const { amount_total, allow_promotion_codes, custom_text } = await open(code);
  // Stripe's page asks for a code, unless one is taken off already.
  expect([amount_total, allow_promotion_codes]).toEqual([PRICE - off, off > 0 ? null : true]);
  // Without a word of the caller.
  expect(custom_text.submit?.message).toBe(isRefused ? REFUSED : undefined);
});

test.each<[what: string, fails: 'refuses' | 'fails', options: object, code: string, calls: number]>(
  [
    ['with a code is tried again without it', 'refuses', { promotion_codes: true }, 'SPRING', 3],
    ['without a code is not tried again', 'refuses', { promotion_codes: true }, '', 1],
    ['of a shop without codes is not tried again', 'refuses', {}, 'SPRING', 1],
    ['is not tried without its code', 'fails', { promotion_codes: true }, 'SPRING', 2],
  ],
)('a checkout %s, if Stripe %s it', async (_what, fails, options, code, calls) => {
  switchOn({ tax: 'inclusive', ...options });
  await control(shop, 'tax-settings', { status: 'pending' });
  if (fails === 'fails') shop.failStripe('500');
  const before = shop.callsTo('stripe');
  await expectProblem(await post(code), 502, 'payment_unavailable');
  expect(shop.callsTo('stripe') - before).toBe(calls);
  shop.failStripe('none');
  await control(shop, 'tax-settings', { status: 'active' });
});

const TAX = Math.round(PRICE * 0.1);
const WITHIN = Math.round(PRICE - PRICE / 1.1);

test.each<[what: string, Catalog['checkout'], amount: number, discount: number, tax: number]>([
  ['a code', { promotion_codes: true }, PRICE - SPRING, SPRING, 0],
  ['exclusive tax', { tax: 'exclusive' }, PRICE + TAX, 0, TAX],
  ['inclusive tax', { tax: 'inclusive' }, PRICE, 0, WITHIN],
  ['the tax of Stripe as the seller', { managed_payments: true }, PRICE + TAX, 0, TAX],
])('%s is in the receipt, the order and the CSV file', async (...row) => {
  const [, options, amount, discount, tax] = row;
  switchOn(options);
  const receipt = await receiptOf(await buy(options?.promotion_codes ? 'SPRING' : ''));
  const more = discount > 0 ? `after ${dollars(discount)} off` : `including ${dollars(tax)} tax`;
  expect(receipt?.text).toContain(`${dollars(amount)} (${more})`);
  const record = { Discount: plainDollars(discount), Tax: plainDollars(tax) };
  expect(await seenByOwner()).toMatchObject({ amount, discount, tax, record, status: 'paid' });
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

const WITHOUT_WORDS = { invoice_creation: null, custom_text: { submit: null } };

test.each<[Catalog['checkout'], object]>([
  [{ invoices: true }, { invoice_creation: { enabled: true } }],
  [{ managed_payments: true, promotion_codes: true }, WITHOUT_WORDS],
])('by %j Stripe opens a session with %j', async (options, session) => {
  switchOn(options);
  expect(await open('NOBODYS')).toMatchObject(session);
});

test('a buyer abroad pays in another currency, and the order stays in dollars', async () => {
  switchOn({ adaptive_pricing: true });
  await buy('', true);
  const presented = { amount: Math.round(PRICE * 0.9), currency: 'eur' };
  expect(await seenByOwner()).toMatchObject({ amount: PRICE, currency: 'USD', presented });
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
