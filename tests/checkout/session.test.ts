import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nullIfUnknown } from '../../netlify/stripe/client.ts';
import { matchesPrice, metadataFor, shopMetadataOf } from '../../netlify/stripe/metadata.ts';
import { toSession } from '../../netlify/stripe/session.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { productOf } from '../catalog.ts';
import { SETTINGS } from '../shop/settings.ts';

const product = productOf('guide-1');
const { price_in_cents: price, product_type: type } = product;
const shopMetadata = metadataFor(product, 'usd');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const NO_ADJUSTMENTS = { amount_discount: 0, amount_shipping: 0, amount_tax: 0 };

/** A session with the fields that the shop reads to compare the amounts with the metadata. */
const session = (total: number | null, details: Partial<typeof NO_ADJUSTMENTS> | null = {}) => ({
  id: 'cs_test_1',
  metadata: shopMetadata,
  currency: 'usd',
  amount_subtotal: price,
  amount_total: total,
  total_details: details && { ...NO_ADJUSTMENTS, ...details },
});

const without = (key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(shopMetadata).filter(([name]) => name !== key));
const withMetadata = (metadata: Record<string, string>) => ({ ...session(price), metadata });
const EARLIER = {
  ...withMetadata({ ...shopMetadata, price_in_cents: String(price + 500) }),
  amount_subtotal: price + 500,
  amount_total: price + 500,
};

const LESS = { amount_discount: 99 };

type Row = { name: string; paid: ReturnType<typeof session> };

/** Returns the product type, whether the amounts match the metadata, and the log. */
const read = ({ name, paid }: Row) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const metadata = shopMetadataOf({ ...paid, id: `cs_test_${name}` });
  return {
    productType: metadata?.product_type,
    matches: metadata !== null && matchesPrice(paid, metadata),
    log: warn.mock.calls.join(),
  };
};

test.each<Row>([
  { name: 'the price', paid: session(price) },
  { name: 'the price without total_details', paid: session(price, null) },
  { name: 'the price minus a discount', paid: session(price - 99, LESS) },
  { name: 'nothing after a full discount', paid: session(0, { amount_discount: price }) },
  { name: 'the price plus tax', paid: session(price + 72, { amount_tax: 72 }) },
  { name: 'the price with tax included', paid: session(price, { amount_tax: 72 }) },
  {
    name: 'a discounted price plus tax',
    paid: session(price - 99 + 70, { ...LESS, amount_tax: 70 }),
  },
  { name: 'an earlier price', paid: EARLIER },
])('finds no mismatch in a session that charges $name', (row) => {
  expect(read(row)).toEqual({ productType: type, matches: true, log: '' });
});

test.each<Row>([
  { name: 'less than the price', paid: session(price - 1) },
  { name: '50 cents', paid: { ...session(50), amount_subtotal: 50 } },
  { name: 'less than the discounted price', paid: session(price - 100, LESS) },
  { name: 'nothing without a discount', paid: session(0) },
  { name: 'more than the price', paid: session(price + 1) },
  { name: 'twice the price', paid: { ...session(2 * price), amount_subtotal: 2 * price } },
  { name: 'the price in another currency', paid: { ...session(price), currency: 'eur' } },
])('finds a mismatch in a session that charges $name', (row) => {
  expect(read(row)).toEqual({ productType: type, matches: false, log: '' });
});

test.each<Row>([
  { name: 'the shop', paid: withMetadata(without('shop')) },
  { name: 'the product', paid: withMetadata(without('product_type')) },
  { name: 'the price', paid: withMetadata(without('price_in_cents')) },
])('logs that the metadata lacks $name, without logging the session id', (row) => {
  const { productType, log } = read(row);
  expect(productType).toBeUndefined();
  expect(log).not.toBe('');
  expect(log).not.toContain('cs_test');
});

test.each<Row>([
  { name: 'without metadata', paid: withMetadata({}) },
  { name: 'from another shop', paid: withMetadata({ ...shopMetadata, shop: 'kites' }) },
])('ignores a session $name and logs nothing', (row) => {
  expect(read(row)).toEqual({ productType: undefined, matches: false, log: '' });
});

const HERE = `${SETTINGS.PUBLIC_SITE_URL}/payment-success`;
const ELSEWHERE = 'https://second.example/payment-success';

const openSession = (site: string | undefined, successUrl: string) =>
  ({
    ...session(price),
    metadata: site === undefined ? shopMetadata : { ...shopMetadata, site },
    status: 'open',
    success_url: successUrl,
  }) as unknown as Stripe.Checkout.Session;

// Only the site where an order was paid sends its receipt.
describe('in the production deploy of site-1', () => {
  beforeEach(() => {
    Object.assign(process.env, SETTINGS);
    vi.stubEnv('SITE_ID', 'site-1');
    vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
  });

  test.each([
    { name: 'returns to this site’s domain', site: undefined, successUrl: HERE },
    {
      name: 'was opened by this site before its domain changed',
      site: 'site-1/production',
      successUrl: ELSEWHERE,
    },
    {
      name: 'belongs to the site that used to have this domain',
      site: 'site-2/production',
      successUrl: HERE,
    },
  ])('attributes a session to this site if it $name', async ({ site, successUrl }) => {
    expect(await toSession(openSession(site, successUrl))).toMatchObject({
      isOfThisSite: true,
      sale: null,
    });
  });

  test.each([
    {
      name: 'returns to a domain that only begins with this site’s domain',
      site: undefined,
      successUrl: `${SETTINGS.PUBLIC_SITE_URL}.evil.example/`,
    },
    { name: 'returns to another domain', site: undefined, successUrl: ELSEWHERE },
    { name: 'belongs to another site', site: 'site-2/production', successUrl: ELSEWHERE },
    { name: 'belongs to a deploy preview', site: 'site-1/deploy-preview', successUrl: HERE },
    { name: 'belongs to a branch deploy', site: 'site-1/branch-deploy', successUrl: HERE },
  ])('does not attribute a session to this site if it $name', async ({ site, successUrl }) => {
    expect(await toSession(openSession(site, successUrl))).toMatchObject({
      isOfThisSite: false,
      sale: null,
    });
  });
});

test('stores the site and the deploy context in a new session', () => {
  vi.stubEnv('SITE_ID', 'site-1');
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'deploy-preview' } } });
  expect(metadataFor(product, 'usd')['site']).toBe('site-1/deploy-preview');
});

test('stores no site in a new session outside Netlify', () => {
  vi.stubEnv('SITE_ID', undefined);
  expect(metadataFor(product, 'usd')).not.toHaveProperty('site');
});

const CREATED = 50;
const intent = (status: string) => ({
  payment_status: 'unpaid',
  payment_intent: { id: 'pi_1', status, latest_charge: null },
});
const presentedIn = (currency: string) => ({
  presentment_details: { presentment_amount: 800, presentment_currency: currency },
});

test.each<{ name: string; fields: object; sale: Partial<Sale> }>([
  {
    name: 'a free session as paid at the time when it was opened',
    fields: {},
    sale: { payment: 'paid', paidAt: CREATED, paymentId: null },
  },
  {
    name: 'a bank payment in progress as pending',
    fields: intent('processing'),
    sale: { payment: 'pending', paidAt: null, paymentId: 'pi_1' },
  },
  {
    name: 'a refused bank payment as failed',
    fields: intent('requires_payment_method'),
    sale: { payment: 'failed', paidAt: null },
  },
  {
    name: 'a canceled bank debit as failed',
    fields: intent('canceled'),
    sale: { payment: 'failed', paidAt: null },
  },
  {
    name: 'an unpaid voucher as pending',
    fields: intent('requires_action'),
    sale: { payment: 'pending', paidAt: null },
  },
  {
    name: 'the amount in euros for a payment in euros',
    fields: presentedIn('eur'),
    sale: { currency: 'usd', presented: { amount: 800, currency: 'eur' } },
  },
  {
    name: 'no second amount for a payment in dollars',
    fields: presentedIn('usd'),
    sale: { presented: null },
  },
  {
    name: 'a session that charges the full price as matching the price',
    fields: {},
    sale: { matchesPrice: true },
  },
  {
    name: 'a session that charges another amount as not matching the price',
    fields: { amount_total: 1 },
    sale: { matchesPrice: false },
  },
])('reads $name', async ({ fields, sale }) => {
  const complete = {
    ...session(price),
    status: 'complete',
    created: CREATED,
    customer_email: null,
    payment_status: 'no_payment_required',
    payment_intent: null,
    ...fields,
  };
  expect(await toSession(complete as unknown as Stripe.Checkout.Session)).toMatchObject({ sale });
});

const refusal = (message: string) =>
  Stripe.errors.StripeError.generate({ type: 'invalid_request_error', message, statusCode: 400 });

test('treats a malformed session id as unknown', () => {
  expect(nullIfUnknown(refusal('Invalid checkout.session id: cs_123'))).toBeNull();
});

test('throws if Stripe rejects a request for a reason other than a malformed session id', () => {
  const error = refusal('Invalid Stripe API version: 2020-01-01');
  expect(() => nullIfUnknown(error)).toThrow(error);
});
