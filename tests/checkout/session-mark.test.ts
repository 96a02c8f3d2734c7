import { expect, test } from 'vitest';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { markOf, readMark } from '../../netlify/checkout/session-mark.ts';

const [product] = catalogJson.products;
if (!product) throw new Error('nothing is sold');
const { price_in_cents: price, product_type: productType } = product;

const NOTHING = { amount_discount: 0, amount_shipping: 0, amount_tax: 0 };

/** As Stripe answers it, of which the mark is read. */
const session = (total: number | null, details: Partial<typeof NOTHING> | null = {}) => ({
  metadata: markOf(product, 'usd'),
  currency: 'usd',
  amount_subtotal: price,
  amount_total: total,
  total_details: details && { ...NOTHING, ...details },
});

test.each([
  ['the price', session(price)],
  ['the price, where Stripe tells no details', session(price, null)],
  ['a discount', session(price - 99, { amount_discount: 99 })],
  ['nothing, by a discount', session(0, { amount_discount: price })],
  ['tax on top', session(price + 72, { amount_tax: 72 })],
  ['tax within', session(price, { amount_tax: 72 })],
  ['tax on top of a discount', session(price - 99 + 70, { amount_discount: 99, amount_tax: 70 })],
])('a session that comes to %s is read', (_name, one) => {
  expect(readMark(one)).toEqual({ productType });
});

test.each([
  ['less than the price', session(price - 1)],
  ['less than the discount leaves', session(price - 100, { amount_discount: 99 })],
  ['nothing, without a discount', session(0)],
  ['nothing that Stripe knows', session(null)],
  ['more than the price', session(price + 1)],
  ['shipping', session(price + 500, { amount_shipping: 500 })],
  ['another subtotal', { ...session(price), amount_subtotal: price + 1 }],
  ['no subtotal', { ...session(price), amount_subtotal: null }],
  ['another currency', { ...session(price), currency: 'eur' }],
])('a session that comes to %s is doubtful', (_name, one) => {
  expect(readMark(one)).toBe('doubtful');
});
