import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { nullIfUnknown } from '../../netlify/stripe/client.ts';
import { metadataFor, productTypeIfOurs } from '../../netlify/stripe/metadata.ts';
import { toSession } from '../../netlify/stripe/session.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { productOf } from '../catalog.ts';
import { SETTINGS } from '../shop/settings.ts';

const product = productOf('guide-1');
const { price_in_cents: price, product_type: type } = product;
const mark = metadataFor(product, 'usd');

afterEach(() => void vi.restoreAllMocks());

const NOTHING = { amount_discount: 0, amount_shipping: 0, amount_tax: 0 };

/** The fields of Stripe's answer from which the mark is read. */
const session = (total: number | null, details: Partial<typeof NOTHING> | null = {}) => ({
  id: 'cs_test_1',
  metadata: mark,
  currency: 'usd',
  amount_subtotal: price,
  amount_total: total,
  total_details: details && { ...NOTHING, ...details },
});

const without = (key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(mark).filter(([name]) => name !== key));
const marked = (metadata: Record<string, string>) => ({ ...session(price), metadata });
const EARLIER = {
  ...marked({ ...mark, price_in_cents: String(price + 500) }),
  amount_subtotal: price + 500,
  amount_total: price + 500,
};

const LESS = { amount_discount: 99 };

test.each<
  readonly [what: string, 'ours' | 'doubtful' | 'foreign', Parameters<typeof productTypeIfOurs>[0]]
>([
  ['the price', 'ours', session(price)],
  ['the price, without details', 'ours', session(price, null)],
  ['a discount', 'ours', session(price - 99, LESS)],
  ['nothing, by a discount', 'ours', session(0, { amount_discount: price })],
  ['tax on top', 'ours', session(price + 72, { amount_tax: 72 })],
  ['tax within', 'ours', session(price, { amount_tax: 72 })],
  ['tax on top of a discount', 'ours', session(price - 99 + 70, { ...LESS, amount_tax: 70 })],
  ['an earlier price', 'ours', EARLIER],
  ['less than the price', 'doubtful', session(price - 1)],
  ['50 cents', 'doubtful', { ...session(50), amount_subtotal: 50 }],
  ['less than the discount leaves', 'doubtful', session(price - 100, LESS)],
  ['nothing, without a discount', 'doubtful', session(0)],
  ['more than the price', 'doubtful', session(price + 1)],
  ['the price of two', 'doubtful', { ...session(2 * price), amount_subtotal: 2 * price }],
  ['another currency', 'doubtful', { ...session(price), currency: 'eur' }],
  ['the price, without the shop in its mark', 'doubtful', marked(without('shop'))],
  ['the price, without the product', 'doubtful', marked(without('product_type'))],
  ['the price, without the price in its mark', 'doubtful', marked(without('price_in_cents'))],
  ['the price, without a mark', 'foreign', marked({})],
  ['the price, of another shop', 'foreign', marked({ ...mark, shop: 'kites' })],
])('a session that comes to %s is %s', (what, kind, one) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const named = productTypeIfOurs({ ...one, id: `cs_test_${what}` });
  const logged = warned.mock.calls.join();
  expect([named, logged !== '']).toEqual([kind === 'ours' ? type : null, kind === 'doubtful']);
  expect(logged).not.toContain('cs_test');
});

// A receipt comes from the site where the order was paid for.
test.each([
  [`${SETTINGS.PUBLIC_SITE_URL}/payment-success`, true],
  [`${SETTINGS.PUBLIC_SITE_URL}.evil.example/payment-success`, false],
  ['https://second.example/payment-success', false],
])('a session that returns to %s is of this site: %s', async (success_url, isOfThisSite) => {
  Object.assign(process.env, SETTINGS);
  const open = { ...session(price), status: 'open', success_url };
  expect(await toSession(open as unknown as Stripe.Checkout.Session)).toMatchObject({
    isOfThisSite,
    sale: null,
  });
});

const CREATED = 50;
const intent = (status: string, charge: object | null = null) => ({
  payment_status: charge ? 'paid' : 'unpaid',
  payment_intent: { id: 'pi_1', status, latest_charge: charge },
});
const shown = (currency: string) => ({
  presentment_details: { presentment_amount: 800, presentment_currency: currency },
});

test.each<[string, object, Partial<Sale>]>([
  ['a card', intent('succeeded', { created: 99 }), { payment: 'paid', paidAt: 99 }],
  ['a discount of 100 %', {}, { payment: 'paid', paidAt: CREATED, paymentId: null }],
  ['a bank', intent('processing'), { payment: 'pending', paidAt: null, paymentId: 'pi_1' }],
  ['a bank that refuses', intent('requires_payment_method'), { payment: 'failed', paidAt: null }],
  ['euros', shown('eur'), { currency: 'usd', presented: { amount: 800, currency: 'eur' } }],
  ['dollars', shown('usd'), { presented: null }],
])('a session paid by %s is a sale', async (_how, more, sale) => {
  const complete = {
    ...session(price),
    status: 'complete',
    created: CREATED,
    customer_email: null,
    payment_status: 'no_payment_required',
    ...more,
  };
  const read = await toSession(complete as unknown as Stripe.Checkout.Session);
  expect(read).toMatchObject({ sale });
});

const refusal = (message: string) =>
  Stripe.errors.StripeError.generate({ type: 'invalid_request_error', message, statusCode: 400 });

test('an id that Stripe finds malformed is unknown, and a mistake of the shop is not', () => {
  expect(nullIfUnknown(refusal('Invalid checkout.session id: cs_123'))).toBeNull();
  const ours = refusal('Invalid Stripe API version: 2020-01-01');
  expect(() => nullIfUnknown(ours)).toThrow(ours);
});
