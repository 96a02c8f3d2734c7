import { Resolver } from 'node:dns/promises';
import { stripVTControlCharacters } from 'node:util';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findUnready } from '../../.config/content.ts';
import type { Check } from '../../src/contract/health.ts';
import { run } from '../../netlify/commands/doctor.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { catalog } from '../../netlify/shop/catalog.ts';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { runHere } from '../commands/run-command.ts';
import { LIVE_SETTINGS, SETTINGS } from '../shop/settings.ts';

const { PUBLIC_SITE_URL: SITE } = LIVE_SETTINGS;

type Respond = () => Response;

const page =
  (text: string, status = 200, headers: Record<string, string> = {}): Respond =>
  () =>
    new Response(text, { status, headers });
const json = (body: unknown, status = 200): Respond => page(JSON.stringify(body), status);
const unknownName: Respond = () => {
  const cause = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
  throw new TypeError('fetch failed', { cause });
};

const HOME = `<link rel="canonical" href="${SITE}/">`;
const ENDPOINT = {
  id: 'we_1',
  url: `${SITE}/api/stripe-webhook`,
  status: 'enabled',
  enabled_events: EVENT_TYPES,
  api_version: Stripe.API_VERSION,
};
const listOf = (...data: object[]): Respond => json({ object: 'list', data, has_more: false });
const NOT_BY_STRIPE = listOf({ managed_payments: { enabled: false } });
const domain = (status: string): Respond =>
  json({ data: [{ id: 'd_1', name: 'shop.example', status }] });
/** Resend's DNS records for the domain, with these statuses for SPF and DKIM. */
const records = (spf: string, dkim: string): Respond =>
  json({
    records: [
      { record: 'SPF', type: 'MX', name: 'send', value: 'mx.example', priority: 10, status: spf },
      { record: 'SPF', type: 'TXT', name: 'send', value: '"v=spf1 ~all"', status: spf },
      { record: 'DKIM', type: 'TXT', name: 'resend._domainkey', value: 'p=MIG', status: dkim },
      { record: 'Tracking', type: 'CNAME', name: 'links', value: 'a.example', status: 'pending' },
    ],
  });
const redis = (policy: string): Respond => json({ result: `maxmemory_policy:${policy}` });

const ACCOUNT = 'https://api.stripe.com/v1/account';
const ENDPOINTS = 'https://api.stripe.com/v1/webhook_endpoints';
const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions';
const REDIS = 'https://kept.upstash.io/';
const RESEND = 'https://api.resend.com/domains';
const RECORDS = `${RESEND}/d_1`;
const HOME_PAGE = `${SITE}/`;
const WEBHOOK = `${SITE}/api/stripe-webhook`;
const HEALTH = `${SITE}/api/health`;

Object.assign(catalog, { checkout: { managed_payments: true } });

type Network = Readonly<Record<string, Respond>>;

/** The services' responses for a shop without problems. */
const NETWORK: Network = {
  [ACCOUNT]: json({ id: 'acct_1', charges_enabled: true }),
  [ENDPOINTS]: listOf(ENDPOINT),
  [SESSIONS]: listOf({ managed_payments: null }, { managed_payments: { enabled: true } }),
  [REDIS]: redis('noeviction'),
  [RESEND]: domain('verified'),
  [RECORDS]: records('verified', 'verified'),
  [HOME_PAGE]: page(HOME),
  [WEBHOOK]: json({ received: true }),
  [HEALTH]: json({ status: 'ok', checks: [] }),
};

beforeEach(() => {
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockResolvedValue([['v=DMARC1; p=none;']]);
});
afterEach(() => void vi.restoreAllMocks());

const lineOf = ({ state, about, says, next }: Check): string =>
  `${state}: ${about}: ${says} → ${next}`;

const ABOUT_CONTENT = new Set(['Samples', 'Content']);

const connectTo = (network: Network) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    // `Request` rejects the same headers as `fetch`.
    const { origin, pathname } = new URL(new Request(input, init).url);
    const address = origin + pathname;
    const respond = network[address] ?? NETWORK[address];
    if (!respond) throw new Error(`nothing responds at ${address}`);
    return respond();
  });

/** Runs the doctor. Returns its exit code, all checks, and the problems outside content/. */
const examine = async (settings: object = {}, network: Network = {}) => {
  connectTo(network);
  const env = { ...LIVE_SETTINGS, ...settings };
  const { code, out, err } = await runHere(run, { args: ['--json'], env });
  expect(err).toBe('');
  expect(out).not.toMatch(/kept.?by.?the.?tests/);
  const { checks }: { checks: Check[] } = JSON.parse(out);
  const wrong = checks.filter(({ about, state }) => state !== 'ok' && !ABOUT_CONTENT.has(about));
  return { code, lines: wrong.map(lineOf), checks };
};

const SENDING_KEY = { [RESEND]: json({ name: 'restricted_api_key' }, 401) };

test.each([
  { key: 'all permissions', network: {} },
  { key: 'only the permission to send', network: SENDING_KEY },
])('finds no problem in a working shop whose mail key has $key', async ({ network }) => {
  expect(await examine({}, network)).toMatchObject({ code: 0, lines: [] });
});

test('lists the samples that are left in content/', async () => {
  const { checks } = await examine();
  const { samples } = await findUnready(ROOT);
  const found = checks.find(({ about }) => about === 'Samples');
  expect(found?.state).toBe(samples.length > 0 ? 'warning' : 'ok');
  for (const sample of samples) expect(found?.says).toContain(sample);
});

test('lists everything that is missing from content/', async () => {
  const { checks } = await examine();
  const { missing } = await findUnready(ROOT);
  const found = checks.find(({ about }) => about === 'Content');
  expect(found?.state).toBe(missing.length > 0 ? 'warning' : 'ok');
  for (const name of missing) expect(found?.says).toContain(name);
});

test.each<{ reason: string; network: Network }>([
  { reason: 'the key can only send email', network: SENDING_KEY },
  { reason: 'Resend responds with 500', network: { [RECORDS]: json({ name: 'internal' }, 500) } },
  { reason: 'Resend doesn’t respond', network: { [RECORDS]: unknownName } },
  {
    reason: 'Resend returns no id for the domain',
    network: { [RESEND]: json({ data: [{ name: 'shop.example', status: 'verified' }] }) },
  },
])('says that SPF and DKIM could not be checked if $reason', async ({ network }) => {
  const { code, lines, checks } = await examine({}, network);
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
  const found = checks.find(({ about }) => about === 'SPF and DKIM');
  expect(found?.says).toMatch(
    /(?:Could not|can’t) check them. See shop\.example at https:\/\/resend\.com\/domains/,
  );
});

test('warns about a missing DMARC record and shows the record to add', async () => {
  const nothing = Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockRejectedValue(nothing);
  const { code, lines } = await examine();
  const record = /^warning: DMARC: .* → .*TXT _dmarc\.shop\.example: v=DMARC1; p=none;/;
  expect(lines).toEqual([expect.stringMatching(record)]);
  expect(code).toBe(0);
});

const NO_PAYMENTS = json({ id: 'acct_1', charges_enabled: false });
const PAYMENTS = EVENT_TYPES.filter((type) => !type.startsWith('refund.'));
const BROKEN = listOf({ ...ENDPOINT, status: 'disabled', enabled_events: PAYMENTS });
const STRANGER = json({ error: 'WRONGPASS invalid or missing auth token' }, 401);
const OVER_MONTHLY_LIMIT = json({ error: 'ERR max requests limit exceeded.' }, 400);
const OVER_DAILY_LIMIT = json({ error: 'ERR max daily request limit exceeded' }, 400);
const OLD = { ...ENDPOINT, api_version: '2020-08-27' };
const SECOND = { ...ENDPOINT, id: 'we_2' };
const ELSEWHERE = page('', 302, { location: 'https://a.example/x' });

type Trouble = {
  readonly name: string;
  readonly address: string;
  readonly response: Respond;
  readonly finding: RegExp;
};

/** health.shop.test.ts covers the findings of the shop itself. */
test.each<Trouble>([
  {
    name: 'a Stripe key without permission',
    address: ACCOUNT,
    response: json({ error: {} }, 403),
    finding: /^warning: Stripe account: .*restricted.* → Add the permission/,
  },
  {
    name: 'a Stripe outage',
    address: ACCOUNT,
    response: json({ error: {} }, 500),
    finding: /^fault: Stripe account: .*Error 500\)\. → .*status/,
  },
  {
    name: 'a Stripe account that cannot accept payments',
    address: ACCOUNT,
    response: NO_PAYMENTS,
    finding: /^fault: Stripe account: .*payments.* → .*dashboard\.stripe.*account/,
  },
  {
    name: 'a disabled webhook that lacks events',
    address: ENDPOINTS,
    response: BROKEN,
    finding: /^fault: Stripe webhook: .*disabled; .*refund\.created.* → .*:webhook/,
  },
  {
    name: 'a webhook with an older API version',
    address: ENDPOINTS,
    response: listOf(OLD),
    finding: /^fault: Stripe webhook: .*older API version.* → .*creates/,
  },
  {
    name: 'a second webhook',
    address: ENDPOINTS,
    response: listOf(ENDPOINT, SECOND),
    finding: /^warning: Stripe webhook: we_2 .* → .*disables it/,
  },
  {
    name: 'sessions without managed payments',
    address: SESSIONS,
    response: NOT_BY_STRIPE,
    finding: /^warning: Managed payments: .* → Accept its/,
  },
  {
    name: 'a wrong Redis token',
    address: REDIS,
    response: STRANGER,
    finding: /^fault: Order database: .*UPSTASH_REDIS_REST_TOKEN.* → .*console\.upstash/,
  },
  {
    name: 'a read-only Redis token',
    address: REDIS,
    response: json({ error: 'NOPERM' }, 400),
    finding: /^fault: Order database: .*read-only.* → Copy the token/,
  },
  {
    name: 'a used-up monthly Redis quota',
    address: REDIS,
    response: OVER_MONTHLY_LIMIT,
    finding: /^fault: Order database: .*request limit.* → .*larger plan/,
  },
  {
    name: 'a used-up daily Redis quota',
    address: REDIS,
    response: OVER_DAILY_LIMIT,
    finding: /^fault: Order database: .*request limit.* → .*larger plan/,
  },
  {
    name: 'a Redis database that evicts data',
    address: REDIS,
    response: redis('allkeys-lru'),
    finding: /^fault: Order database: .*deletes data \(allkeys-lru\).* → Turn/,
  },
  {
    name: 'a Redis host name that does not exist',
    address: REDIS,
    response: unknownName,
    finding: /^fault: Order database: .*\(TypeError\)/,
  },
  {
    name: 'a wrong Resend key',
    address: RESEND,
    response: json({ name: 'validation_error' }, 400),
    finding: /^fault: Email: .*MAIL_API_KEY.* → .*api-keys/,
  },
  {
    name: 'an unverified email domain',
    address: RESEND,
    response: domain('pending'),
    finding: /^fault: Email: shop\.example .*\(pending\).* → .*DNS records/,
  },
  {
    name: 'a pending SPF record',
    address: RECORDS,
    response: records('pending', 'verified'),
    finding:
      /^warning: SPF: .*\(pending\).* → .*MX send: mx\.example \(priority 10\); TXT send: "v=spf1/,
  },
  {
    name: 'a failed DKIM record',
    address: RECORDS,
    response: records('verified', 'failed'),
    finding: /^warning: DKIM: .*\(failed\).* → .*TXT resend\._domainkey: p=MIG/,
  },
  {
    name: 'a shop host name that does not exist',
    address: HOME_PAGE,
    response: unknownName,
    finding: /^fault: Address: .*DNS.* → .*DNS records/,
  },
  {
    name: 'a home page built for another address',
    address: HOME_PAGE,
    response: page(HOME.replace('shop', 'www')),
    finding: /^fault: Address: .*built for .*www\..* → Set/,
  },
  {
    name: 'a home page without a canonical link',
    address: HOME_PAGE,
    response: page('<h1>Coming soon</h1>'),
    finding: /^fault: Address: .*no canonical link\. → Set/,
  },
  {
    name: 'a home page that redirects',
    address: HOME_PAGE,
    response: ELSEWHERE,
    finding: /^fault: Address: .*redirects to https:\/\/a\.example\. → Set/,
  },
  {
    name: 'a home page that responds with 500',
    address: HOME_PAGE,
    response: page('', 500),
    finding: /^fault: Address: .* 500/,
  },
  {
    name: 'a webhook secret that differs from the shop’s',
    address: WEBHOOK,
    response: page('', 400),
    finding: /^fault: Webhook secret: .*differs.* → .*stripe/,
  },
  {
    name: 'a webhook that responds with 500',
    address: WEBHOOK,
    response: page('', 500),
    finding: /^fault: Webhook secret: .* with 500\. → .*log/,
  },
  {
    name: 'a health endpoint that responds with 500',
    address: HEALTH,
    response: page('', 500),
    finding: /^fault: Inside the shop: .* 500\. → .*every missing/,
  },
  {
    name: 'a signing secret that differs from the shop’s',
    address: HEALTH,
    response: json({ status: 'ok' }),
    finding: /^warning: Inside the shop: .*SIGNING_SECRET/,
  },
])('reports only $name', async ({ address, response, finding }) => {
  const { code, lines } = await examine({}, { [address]: response });
  expect(lines).toEqual([expect.stringMatching(finding)]);
  expect(code).toBe(lines[0]?.startsWith('fault') ? 1 : 0);
});

describe('with faults in the services and in the shop', () => {
  const checks = [
    { about: 'Stripe account', state: 'fault', says: 'It can’t accept payments yet.', next: '' },
    { about: 'Guide files', state: 'fault', says: 'One has no file.', next: 'Upload it.' },
  ];
  const network = { [ACCOUNT]: NO_PAYMENTS, [WEBHOOK]: page('', 400), [HEALTH]: json({ checks }) };

  test('lists each finding once, even if the doctor and the shop both report it', async () => {
    const { lines } = await examine({}, network);
    const abouts = lines.map((line) => line.split(': ')[1]);
    expect(abouts).toEqual(['Stripe account', 'Webhook secret', 'Guide files']);
  });

  test('exits with code 1 if it finds faults', async () => {
    expect((await examine({}, network)).code).toBe(1);
  });
});

const printReport = async (): Promise<string> => {
  connectTo({ [REDIS]: redis('allkeys-lru'), [SESSIONS]: NOT_BY_STRIPE });
  return stripVTControlCharacters((await runHere(run, { env: LIVE_SETTINGS })).out);
};

describe('the printed report', () => {
  test('prints each finding with its next step', async () => {
    const out = await printReport();
    expect(out).toMatch(/ ! Managed payments: .*\n +→ Accept[^]* ✗ Order database: .*\n +→ Turn/);
  });

  test('counts the findings in the last line of the report', async () => {
    const out = await printReport();
    const warnings = out.match(/^ +! /gm)?.length;
    expect(out).toMatch(new RegExp(`\n1 fault, ${warnings} warnings?\\. Fix the faults and run`));
  });
});

type WrongSettings = {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The expected findings, including those that follow from others. */
  readonly findings: readonly RegExp[];
  readonly code: 0 | 1;
};

test.each<WrongSettings>([
  {
    name: 'a wrong Redis address',
    settings: { UPSTASH_REDIS_REST_URL: 'rediss://a.io:1' },
    findings: [/^fault: UPSTASH_REDIS/, /^fault: Order data/],
    code: 1,
  },
  {
    name: 'an incomplete Stripe key',
    settings: { STRIPE_SECRET_KEY: 'sk_live_5••••1' },
    findings: [/_KEY/, /Stripe acc/, /Managed/, /Stripe webhook/],
    code: 1,
  },
  {
    name: 'a wrong address for the shop',
    settings: { PUBLIC_SITE_URL: 'shop' },
    findings: [/^fault: PUBLIC_SITE_URL: /, /^fault: STRIPE_SECRET_KEY: .*live/],
    code: 1,
  },
  {
    name: 'a port that is not a number',
    settings: { PORT: 'x' },
    findings: [/^fault: Settings: PORT must be .* → Correct/],
    code: 1,
  },
  {
    name: 'a missing email sender',
    settings: { MAIL_FROM: '' },
    findings: [/^warning: Email: .*receipts.* → Set MAIL_/],
    code: 0,
  },
])('reports $name without crashing', async ({ settings, findings, code }) => {
  const examined = await examine(settings);
  expect(examined.lines).toEqual(findings.map((finding) => expect.stringMatching(finding)));
  expect(examined.code).toBe(code);
});

test('lists all missing settings', async () => {
  const nothing = Object.keys(LIVE_SETTINGS).map((name) => [name, '']);
  const { code, lines } = await examine(Object.fromEntries(nothing));
  const missing = lines.flatMap(
    (line) => /^fault: (\w+): It’s missing\. .*→ ./.exec(line)?.[1] ?? [],
  );
  const needed = [...Object.keys(SETTINGS), 'ADMIN_PASSWORD'];
  expect(missing.toSorted()).toEqual(needed.toSorted());
  expect(code).toBe(1);
});
