import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '../../netlify/admin/password.ts';
import { run } from '../../netlify/commands/doctor.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { runHere } from '../commands/run-command.ts';

const SITE = 'https://shop.example';

/** The settings of a live shop. */
const RIGHT: Readonly<Record<string, string>> = {
  PUBLIC_SITE_URL: SITE,
  STRIPE_SECRET_KEY: 'sk_live_keptbythetests',
  STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetests',
  UPSTASH_REDIS_REST_URL: 'https://kept.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetests',
  SIGNING_SECRET: 'signing secret kept by the tests',
  ADMIN_PASSWORD: await hashPassword('password kept by the tests'),
  MAIL_API_KEY: 're_keptbythetests',
  MAIL_FROM: 'Coins <hello@shop.example>',
};

type Answer = (body: string) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => Response.json(body, { status });
const page =
  (text: string, headers: Record<string, string> = FILE_HEADERS, status = 200): Answer =>
  () =>
    new Response(text, { status, headers: { date: new Date().toUTCString(), ...headers } });
const says =
  (body: unknown, status = 200): Answer =>
  () =>
    json(body, status);
const fails =
  (code: string): Answer =>
  () => {
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(code), { code }),
    });
  };

const HOME = `<link rel="canonical" href="${SITE}/"><meta http-equiv="content-security-policy">`;
const ENDPOINT = {
  id: 'we_1',
  url: `${SITE}/api/stripe-webhook`,
  status: 'enabled',
  enabled_events: EVENT_TYPES,
  api_version: Stripe.API_VERSION,
};
const endpoints = (...data: object[]): Answer => says({ object: 'list', data, has_more: false });
const domain = (name: string, status: string): Answer => says({ data: [{ name, status }] });
const stripeError = (status: number): Answer =>
  says({ error: { type: 'of the tests', message: 'of the tests' } }, status);

const ACCOUNT = 'https://api.stripe.com/v1/account';
const ENDPOINTS = 'https://api.stripe.com/v1/webhook_endpoints';
const REDIS = 'https://kept.upstash.io/';
const RESEND = 'https://api.resend.com/domains';

const redis =
  (policy: string): Answer =>
  (body) => {
    const [command, , , , written] = JSON.parse(body);
    return json({ result: command === 'eval' ? written : `maxmemory_policy:${policy}` });
  };

type Network = Readonly<Record<string, Answer>>;

/** Everybody's answer to a good shop. */
const NETWORK: Network = {
  [ACCOUNT]: says({ id: 'acct_1', charges_enabled: true }),
  [ENDPOINTS]: endpoints(ENDPOINT),
  [REDIS]: redis('noeviction'),
  [RESEND]: domain('shop.example', 'verified'),
  [`${SITE}/`]: page(HOME),
  [`${SITE}/payment-success`]: page('', { ...FILE_HEADERS, ...PRIVATE_HEADERS }),
  [`${SITE}/api/products`]: page('', PRIVATE_HEADERS),
  [`${SITE}/api/stripe-webhook`]: says({ received: true }),
  [`${SITE}/api/health`]: says({ status: 'ok', checks: [] }),
};

let signatures: string[] = [];
beforeEach(() => {
  signatures = [];
});
afterEach(() => void vi.restoreAllMocks());

/** Runs the doctor. Returns its exit code, and what is wrong as "state: about: words → next step". */
const examine = async (settings: object = {}, network: Network = {}) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked, init) => {
    const { origin, pathname } = new URL(String(asked instanceof Request ? asked.url : asked));
    const headers = new Headers(init?.headers);
    signatures.push(headers.get('stripe-signature') ?? '');
    const address = origin + pathname;
    const answer = network[address] ?? NETWORK[address];
    if (!answer) throw new Error(`nobody answers ${address}`);
    return answer(String(init?.body));
  });
  const env = { ...RIGHT, ...settings };
  const { code, out, err } = await runHere(run, { args: ['--json'], env });
  expect(err).toBe('');
  expect(out).not.toMatch(/kept.?by.?the.?tests/);
  const { checks } = JSON.parse(out) as { checks: Record<string, string>[] };
  const wrong = checks.filter(({ state, about }) => state !== 'ok' && about !== 'Samples');
  return {
    code,
    lines: wrong.map(
      ({ state, about, says: words, next }) => `${state}: ${about}: ${words} → ${next}`,
    ),
  };
};

test('of a good shop there is nothing to say', async () => {
  expect(await examine()).toEqual({ code: 0, lines: [] });
});

const expectOne = async (settings: object, network: Network, words: RegExp): Promise<void> => {
  const { code, lines } = await examine(settings, network);
  expect(lines).toEqual([expect.stringMatching(words)]);
  expect(code).toBe(lines[0]?.startsWith('fault') ? 1 : 0);
};

test.each<[string, object, RegExp]>([
  ['no password', { ADMIN_PASSWORD: '' }, /^fault: ADMIN_PASSWORD: It’s missing.* → npm run admin/],
  [
    'a plain password',
    { ADMIN_PASSWORD: 'open' },
    /^warning: ADMIN_PASSWORD: .* the password itself/,
  ],
  ['a bare comma', { MAIL_FROM: 'A, B <a@shop.example>' }, /^fault: MAIL_FROM: .*comma/],
  ['no sender', { MAIL_FROM: '' }, /^fault: MAIL_FROM: It’s missing.*no receipts/],
  ['no email', { MAIL_FROM: '', MAIL_API_KEY: '' }, /^warning: Email: .*no receipts.* → Set MAIL_/],
  ['no alert address', { OWNER_EMAIL: 'me' }, /^fault: OWNER_EMAIL: It isn’t an email address/],
])('of a shop with %s the doctor says so, and nothing else', async (_, settings, words) => {
  await expectOne(settings, {}, words);
});

const account = (charges_enabled: boolean): Answer => says({ id: 'acct_1', charges_enabled });
const OLD = { ...ENDPOINT, api_version: '2020-08-27' };
const LACKING = { ...ENDPOINT, status: 'disabled', enabled_events: ['payout.paid'] };
const limit = (words: string): Answer =>
  says({ error: `ERR ${words} limit exceeded. Limit: 10000, Usage: 10000.` }, 400);
const NO_POLICY = HOME.split('<meta')[0] ?? '';
const WWW = HOME.replace('shop', 'www.shop');
const INSIDE = { about: 'Guide files', state: 'fault', says: 'Guide 1 has no file.', next: '' };

/** By the address that answers. */
const BROKEN: Readonly<Record<string, readonly (readonly [string, Answer, RegExp])[]>> = {
  [ACCOUNT]: [
    [
      'an account under review',
      account(false),
      /^fault: Stripe account: .*t accept payments.* → .*\/account/,
    ],
    [
      'a restricted key',
      stripeError(403),
      /^warning: Stripe account: The key is restricted.* → Give it/,
    ],
    [
      'Stripe down',
      stripeError(500),
      /^fault: Stripe account: .*\(StripeAPIError 500\)\. → .*status/,
    ],
  ],
  [ENDPOINTS]: [
    [
      'no endpoint',
      endpoints(),
      /^fault: Stripe webhook: .*no endpoint.* → npm run stripe:webhook creates/,
    ],
    [
      'an old endpoint',
      endpoints(OLD),
      /^fault: Stripe webhook: .*older API version.* → .*creates/,
    ],
    [
      'a wrong endpoint',
      endpoints(LACKING),
      /^fault: Stripe webhook: .*it is disabled; it doesn’t get checkout.*payout\.paid, which the shop doesn’t use.* → .*fixes it/,
    ],
    [
      'two endpoints',
      endpoints(ENDPOINT, { ...ENDPOINT, id: 'we_2' }),
      /^warning: Stripe webhook: we_2 is another.* → .*disables it/,
    ],
  ],
  [REDIS]: [
    [
      'another token',
      says({ error: 'Unauthorized' }, 401),
      /^fault: Order database: .*recognize UPSTASH_REDIS_REST_TOKEN.* → Copy the URL/,
    ],
    [
      'a read-only token',
      says({ error: 'NOPERM' }, 400),
      /^fault: Order database: The token is read-only.* → Set UPSTASH/,
    ],
    [
      'the limit of a day',
      limit('max daily request'),
      /^fault: Order database: Upstash’s daily limit.* → .*plan/,
    ],
    [
      'the limit of a month',
      limit('max requests'),
      /^fault: Order database: Upstash’s monthly limit/,
    ],
    [
      'eviction',
      redis('allkeys-lru'),
      /^fault: Order database: .*deletes data \(allkeys-lru\).* → Turn/,
    ],
    [
      'a page as database',
      page('<h1>Hi</h1>'),
      /^fault: Order database: .*doesn’t respond.* → Compare/,
    ],
    [
      'another API as database',
      says({ result: 'yes' }),
      /^fault: Order database: This isn’t an Upstash/,
    ],
    ['a database that is gone', fails('ENOTFOUND'), /^fault: Order database: .*\(TypeError\)/],
  ],
  [RESEND]: [
    ['an old email key', says({}, 400), /^fault: Email: .*recognize MAIL_API_KEY.* → .*\/api-keys/],
    [
      'a domain without records',
      domain('shop.example', 'pending'),
      /^fault: Email: shop\.example .*\(pending\).* → .*DNS records/,
    ],
    [
      'another domain',
      domain('other.example', 'verified'),
      /^fault: Email: shop\.example .*unknown/,
    ],
    ['half an answer of Resend’s', page('{"data":['), /^fault: Email: It doesn’t respond/],
  ],
  [`${SITE}/`]: [
    ['no DNS', fails('ENOTFOUND'), /^fault: Address: It can’t be reached: DNS.* → .*DNS records/],
    [
      'an old certificate',
      fails('CERT_HAS_EXPIRED'),
      /^fault: Address: .*its certificate has expired/,
    ],
    ['a new kind of error', fails('EPROTO'), /^fault: Address: It can’t be reached: EPROTO/],
    [
      'other pages',
      page(WWW),
      /^fault: Address: .*built for https:\/\/www\.shop.* → Set PUBLIC_SITE/,
    ],
    ['another site', page(''), /^fault: Address: .*built for no address/],
    [
      'a redirect',
      page('', { location: 'https://a.example/x' }, 302),
      /^fault: Address: .*redirects to https:\/\/a\.example\. → Set/,
    ],
    ['a broken deploy', page('', {}, 500), /^fault: Address: The home page responds with 500/],
    ['no policy', page(NO_POLICY), /^fault: Security headers: .*the policy in the home page/],
  ],
  [`${SITE}/payment-success`]: [
    [
      'a proxy',
      page(''),
      /^fault: Security headers: .*cache-control at \/payment.* → .*netlify\.toml/,
    ],
  ],
  [`${SITE}/api/stripe-webhook`]: [
    ['another secret', page('', {}, 400), /^fault: Webhook secret: .*differs.* → .*\/webhooks/],
    ['a webhook that crashes', page('', {}, 500), /^fault: Webhook secret: .* gets 500\. → .*log/],
  ],
  [`${SITE}/api/health`]: [
    [
      'a setting missing there',
      page('', {}, 500),
      /^fault: Inside the shop: .* 500\. → .*every missing/,
    ],
    [
      'another signing secret',
      says({ status: 'ok' }),
      /^warning: Inside the shop: .*SIGNING_SECRET/,
    ],
    [
      'a page as report',
      page('<html>'),
      /^fault: Inside the shop: It doesn’t respond \(SyntaxError\)/,
    ],
    [
      'a guide without a file',
      says({ checks: [INSIDE] }),
      /^fault: Guide files: Guide 1 has no file/,
    ],
  ],
};

test.each(
  Object.entries(BROKEN).flatMap(([address, rows]) =>
    rows.map(([what, answer, words]) => ({ what, address, answer, words })),
  ),
)(
  'of a shop with $what the doctor says so, and nothing else',
  async ({ address, answer, words }) => {
    await expectOne({}, { [address]: answer }, words);
  },
);

test('a key of Resend’s that may only send is right', async () => {
  const answer = says({ name: 'restricted_api_key' }, 401);
  expect(await examine({}, { [RESEND]: answer })).toEqual({ code: 0, lines: [] });
});

test.each<[string, object, readonly RegExp[]]>([
  [
    'a database address that is none',
    { UPSTASH_REDIS_REST_URL: 'rediss://kept.upstash.io:6379' },
    [/^fault: UPSTASH_REDIS_REST_URL: /, /^fault: Order database: /],
  ],
  [
    'half a Stripe key',
    { STRIPE_SECRET_KEY: 'sk_live_51••••1234' },
    [/^fault: STRIPE_SECRET_KEY: /, /^fault: Stripe account: /, /^fault: Stripe webhook: /],
  ],
  [
    'an address that is none',
    { PUBLIC_SITE_URL: 'shop' },
    [/^fault: PUBLIC_SITE_URL: /, /^fault: STRIPE_SECRET_KEY: It’s a live key .*on this computer/],
  ],
])('of %s it says so, and does not break down', async (_, settings, words) => {
  const { code, lines } = await examine(settings);
  expect([code, lines]).toEqual([1, words.map((one) => expect.stringMatching(one))]);
});

test('what the shop finds inside is not said twice', async () => {
  const [about, state, words] = ['Stripe account', 'fault', 'It can’t accept payments yet.'];
  const inside = says({ checks: [{ about, state, says: words, next: '' }] });
  await expectOne({}, { [ACCOUNT]: account(false), [`${SITE}/api/health`]: inside }, /^fault/);
});

test('a computer whose clock is wrong signs with the time of the shop', async () => {
  const at = Date.UTC(2026, 0, 15) / 1000;
  await examine(
    {},
    { [`${SITE}/`]: page(HOME, { ...FILE_HEADERS, date: new Date(1000 * at).toUTCString() }) },
  );
  expect(signatures.filter((one) => one !== '')).toEqual([expect.stringMatching(`^t=${at},`)]);
});
