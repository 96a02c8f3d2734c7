import { beforeEach, expect, test, vi } from 'vitest';
import Stripe from 'stripe';
import { mailChecks } from '../../netlify/admin/health.ts';
import { type Probe, siteChecks } from '../../netlify/commands/site-checks.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';

const SITE = 'https://shop.example';
const HOME = `<link rel="canonical" href="${SITE}/"><meta http-equiv="content-security-policy">`;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const SECRETS = { signing: 'x'.repeat(32), webhook: 'whsec_of_the_tests' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

type Given = Partial<Awaited<ReturnType<Probe>>> & { sent?: Record<string, string> };

const WELL: Readonly<Record<string, Given>> = {
  '/': { text: HOME, sent: FILE_HEADERS },
  '/payment-success': { sent: { ...FILE_HEADERS, ...PRIVATE_HEADERS } },
  '/api/products': { text: '{"products":[{"product_type":"bundle"}]}', sent: PRIVATE_HEADERS },
  '/api/stripe-webhook': {},
  '/api/health': { text: '{"status":"ok","checks":[]}' },
};

/** What is wrong with a shop with one odd answer, as "state: about: words → next step". */
const wrongWith = async (oddPath = '', odd: Given | Error = {}): Promise<string[]> => {
  const probe: Probe = async (path) => {
    const own = path === oddPath ? odd : {};
    if (own instanceof Error) throw own;
    const { sent, ...rest } = { ...WELL[path], ...own };
    const headers = new Headers({ date: new Date().toUTCString(), ...sent });
    return { status: 200, text: '', ...rest, headers };
  };
  return (await siteChecks(SITE, SECRETS, probe))
    .filter(({ state }) => state !== 'ok')
    .map(({ state, about, says, next }) => `${state}: ${about}: ${says} → ${next}`);
};

test('of a good shop there is nothing to say', async () => {
  expect(await wrongWith()).toEqual([]);
});

const failed = (code: string) =>
  Object.assign(new Error('fetch failed'), { cause: Object.assign(new Error(code), { code }) });
const LATE = Object.assign(new Error('late'), { name: 'TimeoutError' });
const WWW = HOME.replace('shop', 'www.shop');
const ELSEWHERE = { status: 302, sent: { location: 'https://elsewhere.example/x' } };
const NOT_PRIVATE = { sent: FILE_HEADERS };
const NO_POLICY = HOME.split('<meta')[0] ?? '';
const NOTHING = { text: '{"products":[]}' };
const STRANGER = { text: '{"status":"ok"}' };
const INSIDE = {
  about: 'Guide files',
  state: 'fault',
  says: 'Guide 1 has no file.',
  next: 'Upload.',
};

test.each<[string, Given | Error, RegExp]>([
  ['/', failed('ENOTFOUND'), /^fault: Address: It can’t be reached: DNS.* → .*DNS records/],
  ['/', failed('CERT_HAS_EXPIRED'), /^fault: Address: .*its certificate has expired/],
  ['/', failed('EPROTO'), /^fault: Address: It can’t be reached: EPROTO/],
  ['/', LATE, /^fault: Address: It can’t be reached: TimeoutError/],
  ['/', { text: WWW }, /^fault: Address: .* built for https:\/\/www.shop.* → Set PUBLIC_SITE_URL/],
  ['/', { text: '' }, /^fault: Address: .* built for no address/],
  ['/', ELSEWHERE, /^fault: Address: .* redirects to https:\/\/elsewhere.* → Set PUBLIC_SITE_URL/],
  ['/', { status: 500 }, /^fault: Address: The home page responds with 500/],
  ['/', { text: NO_POLICY }, /^fault: Security headers: .*the policy in the home page/],
  ['/payment-success', NOT_PRIVATE, /^fault: Security headers: .*cache-control at .* → .*toml/],
  ['/api/products', { status: 500 }, /^fault: Products: The list responds with 500.* → .*log/],
  ['/api/products', NOTHING, /^fault: Products: Nothing is for sale.* → .*is_active/],
  ['/api/products', { text: '<html>' }, /^fault: Products: It doesn’t respond \(SyntaxError\)/],
  ['/api/stripe-webhook', { status: 400 }, /^fault: Webhook secret: .*differs.* → .*\/webhooks/],
  ['/api/stripe-webhook', { status: 500 }, /^fault: Webhook secret: A signed event gets 500/],
  ['/api/health', { status: 500 }, /^fault: Inside the shop: It responds with 500.* → .*setting/],
  ['/api/health', { status: 404 }, /^fault: Inside the shop: It responds with 404/],
  ['/api/health', STRANGER, /^warning: Inside the shop: .*SIGNING_SECRET differs/],
  ['/api/health', { text: JSON.stringify({ checks: [INSIDE] }) }, /^fault: Guide files: Guide 1/],
])('of a shop that answers at %s with %o the doctor says so, and nothing else', async (...odd) => {
  const [path, given, says] = odd;
  expect(await wrongWith(path, given)).toEqual([expect.stringMatching(says)]);
});

test('a computer whose clock is wrong signs with the time of the shop', async () => {
  const date = new Date(NOW - 3_600_000);
  const signed: string[] = [];
  const probe: Probe = async (path, init) => {
    const sent = new Headers(init?.headers);
    if (path === '/api/stripe-webhook') {
      const signature = sent.get('stripe-signature') ?? '';
      vi.setSystemTime(date);
      signed.push(
        Stripe.webhooks.constructEvent(String(init?.body), signature, SECRETS.webhook).id,
      );
    }
    const { sent: headers, ...rest } = { ...WELL[path] };
    return {
      status: 200,
      text: '',
      ...rest,
      headers: new Headers({ date: date.toUTCString(), ...headers }),
    };
  };
  await siteChecks(SITE, SECRETS, probe);
  expect(signed).toEqual(['evt_of_the_doctor']);
});

const refusal = (name: string, status: number) => () => Response.json({ name }, { status });
const lists = (status: string) => () => Response.json({ data: [{ name: 'shop.example', status }] });

test.each<[domain: string, (() => Response) | null, RegExp]>([
  ['shop.example', lists('verified'), /^ok: Email: shop\.example is verified/],
  [
    'shop.example',
    lists('pending'),
    /^fault: Email: shop\.example isn’t verified.* → .*DNS records/,
  ],
  ['new.example', lists('verified'), /^fault: Email: new\.example isn’t.* → .*\/domains/],
  ['shop.example', refusal('restricted_api_key', 401), /^ok: Email: .*which can only send/],
  ['shop.example', refusal('x', 400), /^fault: Email: .*recognize MAIL_API_KEY.* → .*\/api-keys/],
  ['shop.example', refusal('x', 500), /^fault: Email: It doesn’t respond \(status 500\)/],
  ['', lists('verified'), /^fault: MAIL_FROM: It’s missing/],
  ['', null, /^warning: Email: .*no receipts.* → Set MAIL_API_KEY/],
])('of emails from "%s" the doctor says how they are', async (domain, respond, says) => {
  if (respond) vi.spyOn(globalThis, 'fetch').mockResolvedValue(respond());
  const [found] = await mailChecks(respond ? 're_kept_by_the_tests' : '', domain && `x@${domain}`);
  expect(`${found?.state}: ${found?.about}: ${found?.says} → ${found?.next}`).toMatch(says);
  expect(JSON.stringify(found)).not.toContain('kept_by');
});
