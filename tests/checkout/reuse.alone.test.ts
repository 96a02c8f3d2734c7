import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProductType } from '../../src/contract/catalogue.ts';
import { sealCheckouts, withCheckout } from '../../netlify/checkout/open-checkouts.ts';
import { centsOf } from '../catalogue.ts';
import { control, setFaults } from '../shop/buying.ts';
import { loadFunctions } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(() => setFaults(shop, {}));
afterEach(() => void vi.useRealTimers());

const PATH = '/api/create-payment';
const MINUTE_MS = 60_000;
const PRICE = centsOf('bundle');

/** A browser, which sends back the cookie that it was given. */
const newBrowser = (cookie = '') => {
  let kept = cookie;
  return {
    cookie: () => kept,
    /** The session that the payment page is for, and how often Stripe was asked. */
    buy: async (productType: ProductType) => {
      const before = shop.callsTo('stripe');
      const response = await shop.post(PATH, { productType }, kept ? { cookie: kept } : {});
      expect(response.status).toBe(200);
      kept = response.headers.get('set-cookie')?.split(';')[0] ?? kept;
      const { url } = await response.json();
      expect((await fetch(url)).status).toBe(200);
      const session = /cs_test_\w+/.exec(url)?.[0] ?? '';
      return { session, calls: shop.callsTo('stripe') - before };
    },
  };
};

/** What the shop itself seals for a buyer with this session open. */
const cookieFor = async (
  productType: ProductType,
  session: string,
  secret = process.env['SIGNING_SECRET'] ?? '',
): Promise<string> =>
  `open_checkouts=${await sealCheckouts(withCheckout(new Map(), productType, session), secret)}`;

/** What a browser without scripts sends. */
const sendForm = (headers: Record<string, string>): Promise<Response> => {
  const body = new URLSearchParams({ productType: 'bundle' });
  return shop.call(PATH, { method: 'POST', body, headers });
};

/** The cookie that comes with a checkout. */
const givenCookie = async (): Promise<string> =>
  (await shop.post(PATH, { productType: 'bundle' })).headers.get('set-cookie') ?? '';

const priceOf = (
  cents: number,
  currency = 'usd',
  productType = 'bundle',
  mark: object = { shop: 'money-smart-kids' },
) => ({
  mode: 'payment' as const,
  line_items: [
    { quantity: 1, price_data: { currency, unit_amount: cents, product_data: { name: 'Guide' } } },
  ],
  metadata: { ...mark, product_type: productType, price_in_cents: String(cents), currency },
  success_url: shop.siteUrl,
});

describe('a buyer who buys again', () => {
  test('comes to the payment page that is still open, in one call of Stripe', async () => {
    const browser = newBrowser();
    const first = await browser.buy('bundle');
    expect(first.calls).toBe(1);
    expect(await browser.buy('bundle')).toEqual(first);
    expect(await browser.buy('bundle')).toEqual(first);
  });

  test('has a page for each product, and both stay open', async () => {
    const browser = newBrowser();
    const bundle = await browser.buy('bundle');
    const guide = await browser.buy('individual_guide_6_10');
    expect(guide.session).not.toBe(bundle.session);
    expect(guide.calls).toBe(1);
    expect(await browser.buy('bundle')).toEqual(bundle);
    expect(await browser.buy('individual_guide_6_10')).toEqual(guide);
  });

  test('without scripts comes to it too', async () => {
    const first = await sendForm({});
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await sendForm({ cookie });
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  test.each([
    ['paid', (session: string) => control(shop, 'pay', { session, card: '4242424242424242' })],
    ['expired', (session: string) => shop.stripe.checkout.sessions.expire(session)],
  ])('after it was %s comes to a new one, in two calls', async (_name, end) => {
    const browser = newBrowser();
    const first = await browser.buy('bundle');
    await end(first.session);
    const second = await browser.buy('bundle');
    expect(second.session).not.toBe(first.session);
    expect(second.calls).toBe(2);
    expect(await browser.buy('bundle')).toEqual({ session: second.session, calls: 1 });
  });

  test.each([
    ['costs another price', () => priceOf(PRICE - 1)],
    ['is in another currency', () => priceOf(PRICE, 'eur')],
    ['is not of this shop', () => priceOf(PRICE, 'usd', 'bundle', {})],
    ['sells another product', () => priceOf(PRICE, 'usd', 'individual_guide_6_10')],
  ])('does not come to one that %s', async (_name, params) => {
    const { id } = await shop.stripe.checkout.sessions.create(params());
    const bought = await newBrowser(await cookieFor('bundle', id)).buy('bundle');
    expect(bought.session).not.toBe(id);
    expect(bought.calls).toBe(2);
  });

  test('does come to one that is the same in all that', async () => {
    const { id } = await shop.stripe.checkout.sessions.create(priceOf(PRICE));
    const bought = await newBrowser(await cookieFor('bundle', id)).buy('bundle');
    expect(bought).toEqual({ session: id, calls: 1 });
  });

  test('comes to it for an hour after it was opened, however often, and then to a new one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const browser = newBrowser();
    const first = await browser.buy('bundle');
    for (const minutes of [30, 29]) {
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
      expect(await browser.buy('bundle')).toEqual(first);
    }
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    expect((await browser.buy('bundle')).session).not.toBe(first.session);
  });

  test('comes to a new one where Stripe cannot say what became of the old one', async () => {
    const browser = newBrowser();
    const first = await browser.buy('bundle');
    shop.failStripe('500', 1);
    const second = await browser.buy('bundle');
    expect(second.session).not.toBe(first.session);
    expect(second.calls).toBe(2);
  });
});

describe('nobody is given the session of another', () => {
  test('who has no cookie, though both are behind one address', async () => {
    const first = await newBrowser().buy('bundle');
    const second = await newBrowser().buy('bundle');
    expect(second.session).not.toBe(first.session);
    expect(second.calls).toBe(1);
  });

  test.each([
    ['of another shop', (id: string) => cookieFor('bundle', id, 'another secret, as long as ours')],
    ['in plain text', async (id: string) => `open_checkouts=[["bundle","${id}"]]`],
    [
      'with one character changed',
      async (id: string) => {
        const cookie = await cookieFor('bundle', id);
        return cookie.slice(0, -2) + (cookie.at(-2) === 'A' ? 'B' : 'A') + cookie.slice(-1);
      },
    ],
    ['cut short', async (id: string) => (await cookieFor('bundle', id)).slice(0, -9)],
    ['that is empty', async () => 'open_checkouts='],
    ['of another name', async (id: string) => `x_${await cookieFor('bundle', id)}`],
    ['with a name like the mark of objects', async () => '__proto__=1; open_checkouts=__proto__'],
  ])('by a cookie %s', async (_name, forge) => {
    const { session } = await newBrowser().buy('bundle');
    const bought = await newBrowser(await forge(session)).buy('bundle');
    expect(bought.session).not.toBe(session);
    expect(bought.calls).toBe(1);
  });
});

describe('the cookie', () => {
  test('is for this host alone, unseen by scripts and other sites, and ends after an hour', async () => {
    expect(await givenCookie()).toMatch(
      /^open_checkouts=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
  });

  test('cannot be planted from another name below the same domain where the shop is on https', async () => {
    vi.resetModules();
    vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
    const onHttps = await loadFunctions();
    const buyWith = async (cookie: string) => {
      const request = new Request(new URL(PATH, shop.siteUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ productType: 'bundle' }),
      });
      const response = await onHttps(request);
      return { url: (await response.json()).url, given: response.headers.get('set-cookie') ?? '' };
    };
    const first = await buyWith('');
    expect(first.given).toMatch(
      /^__Host-open_checkouts=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [kept = ''] = first.given.split(';');
    expect((await buyWith(kept)).url).toBe(first.url);
    expect((await buyWith(kept.replace('__Host-', ''))).url).not.toBe(first.url);
    vi.unstubAllEnvs();
  });

  test('shows no session id', async () => {
    const [, value = ''] = /=([\w-]+);/.exec(await givenCookie()) ?? [];
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('cs_test');
  });

  test('is not given where nothing was opened', async () => {
    const response = await shop.post(PATH, { productType: 'nothing' });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('keeps the latest eight products', () => {
    const types = Array.from({ length: 10 }, (_, at) => `guide_${at}`);
    const kept = types.reduce<ReadonlyMap<string, string>>(
      (known, type) => withCheckout(known, type, `cs_${type}`),
      new Map(),
    );
    expect([...kept.keys()]).toEqual(types.slice(2));
  });
});
