import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../netlify/commands/doctor.ts';
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
  ADMIN_PASSWORD: `scrypt:keptbythetests${'x'.repeat(8)}:${'x'.repeat(43)}`,
  MAIL_API_KEY: 're_keptbythetests',
  MAIL_FROM: 'Coins <hello@shop.example>',
};

type Answer = (body: string) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => Response.json(body, { status });
const page =
  (text: string, headers: Record<string, string> = {}, status = 200): Answer =>
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

const HOME = `<link rel="canonical" href="${SITE}/">`;
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

/** The answers about a good shop. */
const NETWORK: Network = {
  [ACCOUNT]: says({ id: 'acct_1', charges_enabled: true }),
  [ENDPOINTS]: endpoints(ENDPOINT),
  [REDIS]: redis('noeviction'),
  [RESEND]: domain('shop.example', 'verified'),
  [`${SITE}/`]: page(HOME),
  [`${SITE}/api/stripe-webhook`]: says({ received: true }),
  [`${SITE}/api/health`]: says({ status: 'ok', checks: [] }),
};

let signatures: string[] = [];
beforeEach(() => {
  signatures = [];
});
afterEach(() => void vi.restoreAllMocks());

/** Runs the doctor. Returns its exit code and its findings, as "state: about: words → next step". */
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
  const wrong = checks.filter(
    ({ state, about }) => state !== 'ok' && !['Samples', 'Content'].includes(about ?? ''),
  );
  return {
    code,
    lines: wrong.map(
      ({ state, about, says: words, next }) => `${state}: ${about}: ${words} → ${next}`,
    ),
  };
};

test('a good shop has no findings', async () => {
  expect(await examine()).toEqual({ code: 0, lines: [] });
});

test('a Resend key that can only send is right', async () => {
  const answer = says({ name: 'restricted_api_key' }, 401);
  expect(await examine({}, { [RESEND]: answer })).toEqual({ code: 0, lines: [] });
});

const OLD = { ...ENDPOINT, api_version: '2020-08-27' };
const WWW = HOME.replace('shop', 'www.shop');
const ELSEWHERE = page('', { location: 'https://a.example/x' }, 302);

/** By the subject of a finding: the address that answers, and "state: words → next step" for each answer. build/doctor.test.ts has more. */
const BROKEN: Readonly<Record<string, readonly [string, ...(readonly [Answer, RegExp])[]]>> = {
  'Stripe account': [
    ACCOUNT,
    [stripeError(403), /^warning: .*restricted.* → Give it/],
    [stripeError(500), /^fault: .*\(StripeAPIError 500\)\. → .*status/],
  ],
  'Stripe webhook': [
    ENDPOINTS,
    [endpoints(OLD), /^fault: .*older API version.* → .*creates/],
    [endpoints(ENDPOINT, { ...ENDPOINT, id: 'we_2' }), /^warning: we_2 .* → .*disables it/],
  ],
  'Order database': [
    REDIS,
    [says({ error: 'NOPERM' }, 400), /^fault: The token is read-only.* → Set UPSTASH/],
    [redis('allkeys-lru'), /^fault: .*deletes data \(allkeys-lru\).* → Turn/],
    [fails('ENOTFOUND'), /^fault: .*\(TypeError\)/],
  ],
  Email: [
    RESEND,
    [domain('shop.example', 'pending'), /^fault: shop\.example .*\(pending\).* → .*DNS records/],
  ],
  Address: [
    `${SITE}/`,
    [fails('ENOTFOUND'), /^fault: .*DNS.* → .*DNS records/],
    [page(WWW), /^fault: .*built for https:\/\/www\.shop.* → Set PUBLIC_SITE/],
    [ELSEWHERE, /^fault: .*redirects to https:\/\/a\.example\. → Set/],
    [page('', {}, 500), /^fault: .* 500/],
  ],
  'Webhook secret': [
    `${SITE}/api/stripe-webhook`,
    [page('', {}, 500), /^fault: .* gets 500\. → .*log/],
  ],
  'Inside the shop': [
    `${SITE}/api/health`,
    [page('', {}, 500), /^fault: .* 500\. → .*every missing/],
    [says({ status: 'ok' }), /^warning: .*SIGNING_SECRET/],
  ],
};

test.each(
  Object.entries(BROKEN).flatMap(([about, [address, ...rows]]) =>
    rows.map(([answer, words]) => ({ about, address, answer, words })),
  ),
)('the doctor says of $about $words, and nothing else', async ({ about, words, ...row }) => {
  const { code, lines } = await examine({}, { [row.address]: row.answer });
  const [line = '', ...others] = lines;
  expect(others).toEqual([]);
  expect(line).toContain(`: ${about}: `);
  expect(line.replace(`${about}: `, '')).toMatch(words);
  expect(code).toBe(line.startsWith('fault') ? 1 : 0);
});

// settings.test.ts has each setting.
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
  ['a setting that cannot be read', { PORT: 'x' }, [/^fault: Settings: PORT must be .* → Correct/]],
  ['no sender', { MAIL_FROM: '' }, [/^warning: Email: .*receipts.* → Set MAIL_/]],
])('of %s the doctor says so, and does not break down', async (_, settings, words) => {
  const { code, lines } = await examine(settings);
  expect(lines).toEqual(words.map((one) => expect.stringMatching(one)));
  expect(code).toBe(lines[0]?.startsWith('fault') ? 1 : 0);
});

test('without settings the doctor names all that are missing', async () => {
  const nothing = Object.keys(RIGHT).map((name) => [name, '']);
  const { code, lines } = await examine(Object.fromEntries(nothing));
  const missing = lines.flatMap(
    (line) => /^fault: (\w+): It’s missing\. .*→ ./.exec(line)?.[1] ?? [],
  );
  const needed = Object.keys(RIGHT).filter((name) => !name.startsWith('MAIL_'));
  expect([code, missing.toSorted()]).toEqual([1, needed.toSorted()]);
});

test('on a computer with a wrong clock, the doctor signs with the shop’s time', async () => {
  const at = Date.UTC(2026, 0, 15) / 1000;
  await examine({}, { [`${SITE}/`]: page(HOME, { date: new Date(1000 * at).toUTCString() }) });
  expect(signatures.filter((one) => one !== '')).toEqual([expect.stringMatching(`^t=${at},`)]);
});
