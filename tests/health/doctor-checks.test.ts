import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import type { Check } from '../../src/contract/health.ts';
import { NotReached } from '../../netlify/admin/health/check.ts';
import { mailChecks } from '../../netlify/admin/health/mail-checks.ts';
import type { Answer, Probe } from '../../netlify/commands/doctor/probe.ts';
import { buyingChecks, insideChecks } from '../../netlify/commands/doctor/shop-checks.ts';
import { siteChecks } from '../../netlify/commands/doctor/site-checks.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';

afterEach(() => vi.restoreAllMocks());

const SITE = 'https://shop.example';
const DAY_MS = 86_400_000;
const HOME = `<link rel="canonical" href="${SITE}/"><meta http-equiv="content-security-policy">`;
const PRODUCTS = JSON.stringify({ products: [{ product_type: 'bundle' }] });
const HEADERS = { ...FILE_HEADERS, ...PRIVATE_HEADERS };

const answered = (more: Partial<Answer> = {}): Answer => {
  const date = new Date().toUTCString();
  return { status: 200, text: '', ms: 1, ...more, headers: new Headers(more.headers ?? { date }) };
};

/** What a shop answers that is well. */
const WELL: Readonly<Record<string, () => Answer>> = {
  '/': () =>
    answered({
      text: HOME,
      headers: new Headers([['date', new Date().toUTCString()], ...Object.entries(FILE_HEADERS)]),
    }),
  '/payment-success': () => answered({ headers: new Headers(HEADERS) }),
  '/api/products': () => answered({ text: PRODUCTS, headers: new Headers(PRIVATE_HEADERS) }),
  '/api/create-payment': () => answered({ text: '{"url":"https://checkout.stripe.com/x"}' }),
  '/api/stripe-webhook': () => answered(),
  '/api/health': () => answered({ text: '{"status":"ok","checks":[]}' }),
};

const probeOf =
  (broken: typeof WELL): Probe =>
  async (at) =>
    ({ ...WELL, ...broken })[at]?.() ?? answered({ status: 404 });

/** A certificate that ends in so many days. */
const endsIn = (days: number): void => {
  const valid_to = new Date(Date.now() + days * DAY_MS + 1000).toUTCString();
  vi.spyOn(tls, 'connect').mockImplementation(((_: unknown, connected: () => void) => {
    queueMicrotask(connected);
    return { getPeerCertificate: () => ({ valid_to }), destroy: () => {}, on: () => {} };
  }) as unknown as typeof tls.connect);
};

const allOf = async (broken: typeof WELL): Promise<Check[]> => {
  const probe = probeOf(broken);
  return [
    ...(await siteChecks(SITE, probe)),
    ...(await buyingChecks(probe, null, 'whsec_of_the_tests')),
    ...(await insideChecks(SITE, probe, 'x'.repeat(32))),
  ];
};

/** What is amiss, each as "state: about: what → what to do". */
const amiss = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ state }) => state !== 'ok')
    .map(({ state, about, says, next }) => `${state}: ${about}: ${says} → ${next}`);

test('nothing is amiss in a shop that is well', async () => {
  endsIn(90);
  expect(amiss(await allOf({}))).toEqual([]);
});

test.each([
  [21, []],
  [20, ['warning: Certificate: It’s valid for 20 more days']],
  [7, ['warning: Certificate: It’s valid for 7 more days']],
  [6, ['fault: Certificate: It’s valid for 6 more days']],
])('a certificate of %i more days: %j', async (days, says) => {
  endsIn(days);
  expect(amiss(await allOf({}))).toEqual(says.map((words) => expect.stringContaining(words)));
});

const home = (more: Partial<Answer>) => ({ '/': () => ({ ...WELL['/']?.(), ...answered(more) }) });
const agoMs = (ms: number) =>
  new Headers([...Object.entries(FILE_HEADERS), ['date', new Date(Date.now() - ms).toUTCString()]]);

test.each<[string, typeof WELL, RegExp]>([
  [
    'no name',
    {
      '/': () => {
        throw new NotReached('DNS doesn’t know this name');
      },
    },
    /^fault: Address: It can’t be reached: DNS.* → .*DNS records/,
  ],
  [
    'another address',
    home({ text: HOME.replace('shop', 'www.shop') }),
    /^fault: Address: The pages were built for https:\/\/www.shop.example.* → Set PUBLIC_SITE_URL on Netlify/,
  ],
  ['no address', home({ text: 'x' }), /^fault: Address: The pages were built for no address/],
  [
    'a redirect',
    home({ status: 302, headers: new Headers({ location: 'https://elsewhere.example/x' }) }),
    /^fault: Address: It redirects to https:\/\/elsewhere.example\. → Set PUBLIC_SITE_URL/,
  ],
  ['an error', home({ status: 500 }), /^fault: Address: The home page responds with 500/],
  [
    'a clock of an hour',
    home({ text: HOME, headers: agoMs(3_600_000) }),
    /^fault: Clocks: .* 36\d\d seconds apart.* → Set this computer’s clock/,
  ],
  [
    'a clock of a minute',
    home({ text: HOME, headers: agoMs(60_000) }),
    /^warning: Clocks: .* 6\d seconds apart/,
  ],
  [
    'no header',
    { '/payment-success': () => answered({ headers: new Headers(FILE_HEADERS) }) },
    /^fault: Security headers: Missing or changed: .*cache-control at \/payment-success.* → .*netlify\.toml/,
  ],
  [
    'no policy',
    home({ text: HOME.split('<meta')[0] ?? '', headers: agoMs(0) }),
    /^fault: Security headers: .*the policy in the home page/,
  ],
  [
    'no product list',
    { '/api/products': () => answered({ status: 500, headers: new Headers(PRIVATE_HEADERS) }) },
    /^fault: Buying: The product list responds with 500/,
  ],
  [
    'nothing for sale',
    {
      '/api/products': () =>
        answered({ text: '{"products":[]}', headers: new Headers(PRIVATE_HEADERS) }),
    },
    /^fault: Buying: Nothing is for sale/,
  ],
  [
    'a checkout that is refused',
    { '/api/create-payment': () => answered({ status: 404 }) },
    /^fault: Buying: Starting a checkout fails with 404.* → .*"create-payment"/,
  ],
  [
    'another secret of the webhook',
    { '/api/stripe-webhook': () => answered({ status: 400 }) },
    /^fault: Webhook secret: .*STRIPE_WEBHOOK_SECRET differs.* → .*dashboard\.stripe\.com\/webhooks/,
  ],
  [
    'an error of the webhook',
    { '/api/stripe-webhook': () => answered({ status: 500 }) },
    /^fault: Webhook secret: A signed event gets 500/,
  ],
  [
    'an older version',
    { '/api/health': () => answered({ status: 404 }) },
    /^fault: Inside the shop: .*older version.* → Deploy this one/,
  ],
  [
    'an error of its report',
    { '/api/health': () => answered({ status: 500 }) },
    /^fault: Inside the shop: It responds with 500/,
  ],
  [
    'another signing secret',
    { '/api/health': () => answered({ text: '{"status":"ok"}' }) },
    /^warning: Inside the shop: .*SIGNING_SECRET differs/,
  ],
])('of a shop with %s the doctor says so, and nothing else', async (_, broken, says) => {
  endsIn(90);
  expect(amiss(await allOf(broken))).toEqual([expect.stringMatching(says)]);
});

const DOMAINS = {
  data: [
    { name: 'shop.example', status: 'verified' },
    { name: 'pending.example', status: 'pending' },
  ],
};

test.each<[string, string, Response | null, RegExp]>([
  [
    'a domain that is verified',
    'hello@shop.example',
    Response.json(DOMAINS),
    /^ok: shop\.example is verified/,
  ],
  [
    'a domain that is not',
    'hello@pending.example',
    Response.json(DOMAINS),
    /^fault: pending\.example isn’t verified.* → .*DNS records/,
  ],
  [
    'a domain that Resend does not know',
    'hello@elsewhere.example',
    Response.json(DOMAINS),
    /^fault: Resend doesn’t have elsewhere\.example.* → .*resend\.com\/domains/,
  ],
  [
    'a key that only sends',
    'hello@shop.example',
    Response.json({ name: 'restricted_api_key' }, { status: 401 }),
    /^ok: .*which can only send/,
  ],
  [
    'a key that Resend does not know',
    'hello@shop.example',
    Response.json({ name: 'validation_error' }, { status: 400 }),
    /^fault: .*doesn’t recognize MAIL_API_KEY.* → .*resend\.com\/api-keys/,
  ],
  ['no key', '', null, /^warning: .*no receipts.* → Set MAIL_API_KEY/],
])('of %s for emails the doctor says so', async (_, from, response, says) => {
  if (response) vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
  const [check] = await mailChecks(response ? 're_kept_by_the_tests' : '', from);
  expect(`${check?.state}: ${check?.says} → ${check?.next}`).toMatch(says);
  expect(JSON.stringify(check)).not.toContain('kept_by');
});
