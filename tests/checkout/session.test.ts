import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { nullIfUnknown } from '../../netlify/stripe/client.ts';
import { matchesPrice, metadataFor, shopMetadataOf } from '../../netlify/stripe/metadata.ts';
import { toSession } from '../../netlify/stripe/session.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { productOf } from '../catalog.ts';
import { SETTINGS } from '../shop/settings.ts';

const product = productOf('guide-1');
const { price_in_cents: price, product_type: type } = product;
const mark = metadataFor(product, 'usd');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

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
  readonly [
    what: string,
    'matching' | 'unmatched' | 'unreadable' | 'foreign',
    ReturnType<typeof session>,
  ]
>([
  ['the price', 'matching', session(price)],
  ['the price, without details', 'matching', session(price, null)],
  ['a discount', 'matching', session(price - 99, LESS)],
  ['nothing, by a discount', 'matching', session(0, { amount_discount: price })],
  ['tax on top', 'matching', session(price + 72, { amount_tax: 72 })],
  ['tax within', 'matching', session(price, { amount_tax: 72 })],
  ['tax on top of a discount', 'matching', session(price - 99 + 70, { ...LESS, amount_tax: 70 })],
  ['an earlier price', 'matching', EARLIER],
  ['less than the price', 'unmatched', session(price - 1)],
  ['50 cents', 'unmatched', { ...session(50), amount_subtotal: 50 }],
  ['less than the discount leaves', 'unmatched', session(price - 100, LESS)],
  ['nothing, without a discount', 'unmatched', session(0)],
  ['more than the price', 'unmatched', session(price + 1)],
  ['the price of two', 'unmatched', { ...session(2 * price), amount_subtotal: 2 * price }],
  ['another currency', 'unmatched', { ...session(price), currency: 'eur' }],
  ['the price, without the shop in its mark', 'unreadable', marked(without('shop'))],
  ['the price, without the product', 'unreadable', marked(without('product_type'))],
  ['the price, without the price in its mark', 'unreadable', marked(without('price_in_cents'))],
  ['the price, without a mark', 'foreign', marked({})],
  ['the price, of another shop', 'foreign', marked({ ...mark, shop: 'kites' })],
])('a session that comes to %s is %s', (what, kind, one) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const metadata = shopMetadataOf({ ...one, id: `cs_test_${what}` });
  const logged = warned.mock.calls.join();
  const isOurs = kind === 'matching' || kind === 'unmatched';
  expect([metadata?.product_type, logged !== '']).toEqual([
    isOurs ? type : undefined,
    kind === 'unreadable',
  ]);
  expect(metadata !== null && matchesPrice(one, metadata)).toBe(kind === 'matching');
  expect(logged).not.toContain('cs_test');
});

const HERE = `${SETTINGS.PUBLIC_SITE_URL}/payment-success`;
const ELSEWHERE = 'https://second.example/payment-success';

// A receipt comes from the site where the order was paid for.
test.each([
  ['without a site, that returns here', undefined, HERE, true],
  [
    'without a site, that returns to a longer host',
    undefined,
    `${SETTINGS.PUBLIC_SITE_URL}.evil.example/`,
    false,
  ],
  ['without a site, that returns elsewhere', undefined, ELSEWHERE, false],
  ['of this site, after the domain changed', 'site-1/production', ELSEWHERE, true],
  ['of another site', 'site-2/production', ELSEWHERE, false],
  ['of another site with this domain, since the shop moved', 'site-2/production', HERE, true],
  ['of another deploy context', 'site-1/deploy-preview', HERE, false],
])('a session %s, belongs to this site: %4$s', async (_what, site, success_url, isOfThisSite) => {
  Object.assign(process.env, SETTINGS);
  vi.stubEnv('SITE_ID', 'site-1');
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
  const metadata = site === undefined ? mark : { ...mark, site };
  const open = { ...session(price), metadata, status: 'open', success_url };
  expect(await toSession(open as unknown as Stripe.Checkout.Session)).toMatchObject({
    isOfThisSite,
    sale: null,
  });
});

test('a new session names the site and the deploy context that opened it', () => {
  vi.stubEnv('SITE_ID', 'site-1');
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'deploy-preview' } } });
  expect(metadataFor(product, 'usd')['site']).toBe('site-1/deploy-preview');
  vi.stubEnv('SITE_ID', undefined);
  expect(metadataFor(product, 'usd')).not.toHaveProperty('site');
});

const CREATED = 50;
const intent = (status: string) => ({
  payment_status: 'unpaid',
  payment_intent: { id: 'pi_1', status, latest_charge: null },
});
const shown = (currency: string) => ({
  presentment_details: { presentment_amount: 800, presentment_currency: currency },
});

test.each<[string, object, Partial<Sale>]>([
  ['a discount of 100 %', {}, { payment: 'paid', paidAt: CREATED, paymentId: null }],
  ['a bank', intent('processing'), { payment: 'pending', paidAt: null, paymentId: 'pi_1' }],
  ['a bank that refuses', intent('requires_payment_method'), { payment: 'failed', paidAt: null }],
  ['euros', shown('eur'), { currency: 'usd', presented: { amount: 800, currency: 'eur' } }],
  ['dollars', shown('usd'), { presented: null }],
  ['its price', {}, { matchesPrice: true }],
  ['another amount', { amount_total: 1 }, { matchesPrice: false }],
])('a session paid by %s is a sale', async (_how, more, sale) => {
  const complete = {
    ...session(price),
    status: 'complete',
    created: CREATED,
    customer_email: null,
    payment_status: 'no_payment_required',
    payment_intent: null,
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
