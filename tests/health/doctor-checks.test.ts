import tls from 'node:tls';
import { beforeEach, expect, test, vi } from 'vitest';
import { NotReached } from '../../netlify/admin/health/check.ts';
import { mailChecks } from '../../netlify/admin/health/mail-checks.ts';
import type { Answer, Probe } from '../../netlify/commands/doctor/probe.ts';
import { buyingChecks, insideChecks } from '../../netlify/commands/doctor/shop-checks.ts';
import { siteChecks } from '../../netlify/commands/doctor/site-checks.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

const SITE = 'https://shop.example';
const HOME = `<link rel="canonical" href="${SITE}/"><meta http-equiv="content-security-policy">`;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number): string => new Date(NOW - 1000 * seconds).toUTCString();

type Given = Partial<Pick<Answer, 'status' | 'text'>> & { headers?: Record<string, string> };

const WELL: Readonly<Record<string, Given>> = {
  '/': { text: HOME, headers: FILE_HEADERS },
  '/payment-success': { headers: { ...FILE_HEADERS, ...PRIVATE_HEADERS } },
  '/api/products': { text: '{"products":[{"product_type":"bundle"}]}', headers: PRIVATE_HEADERS },
  '/api/create-payment': { text: '{"url":"https://checkout.stripe.com/x"}' },
  '/api/stripe-webhook': {},
  '/api/health': { text: '{"status":"ok","checks":[]}' },
};

/** What is amiss in a shop with such a certificate and one odd answer, as "state: about: what → what to do". */
const amiss = async (days = 90, oddPath = '', odd: Given | Error = {}): Promise<string[]> => {
  const valid_to = ago(-1 - days * 86_400);
  vi.spyOn(tls, 'connect').mockImplementation(((_: unknown, connected: () => void) => {
    queueMicrotask(connected);
    return { getPeerCertificate: () => ({ valid_to }), destroy: () => {}, on: () => {} };
  }) as unknown as typeof tls.connect);
  const probe: Probe = async (path) => {
    const own = path === oddPath ? odd : {};
    if (own instanceof Error) throw own;
    const { headers, ...rest } = { ...WELL[path], ...own };
    const sent = new Headers({ date: ago(0), ...headers });
    return { status: 200, text: '', ms: 1, ...rest, headers: sent };
  };
  const checks = [
    ...(await siteChecks(SITE, probe)),
    ...(await buyingChecks(probe, null, 'whsec_of_the_tests')),
    ...(await insideChecks(probe, 'x'.repeat(32))),
  ];
  return checks
    .filter(({ state }) => state !== 'ok')
    .map(({ state, about, says, next }) => `${state}: ${about}: ${says} → ${next}`);
};

test.each([
  [21, []],
  [20, ['warning: Certificate: It’s valid for 20 more days']],
  [7, ['warning: Certificate: It’s valid for 7 more days']],
  [6, ['fault: Certificate: It’s valid for 6 more days']],
])('of a good shop with a certificate of %i more days: %j', async (days, says) => {
  expect(await amiss(days)).toEqual(says.map((words) => expect.stringContaining(words)));
});

const clock = (seconds: number) => ({ headers: { ...FILE_HEADERS, date: ago(seconds) } });
const NO_DNS = new NotReached('DNS doesn’t know this name');
const WWW = HOME.replace('shop', 'www.shop');
const ELSEWHERE = { status: 302, headers: { location: 'https://elsewhere.example/x' } };
const NOT_PRIVATE = { headers: FILE_HEADERS };
const NO_POLICY = HOME.split('<meta')[0] ?? '';
const NOTHING = { text: '{"products":[]}' };
const STRANGER = { text: '{"status":"ok"}' };

test.each<[string, Given | Error, RegExp]>([
  ['/', NO_DNS, /^fault: Address: It can’t be reached: DNS.* → .*DNS records/],
  ['/', { text: WWW }, /^fault: Address: .* built for https:\/\/www.shop.* → Set PUBLIC_SITE_URL/],
  ['/', ELSEWHERE, /^fault: Address: .* redirects to https:\/\/elsewhere.* → Set PUBLIC_SITE_URL/],
  ['/', { status: 500 }, /^fault: Address: The home page responds with 500/],
  ['/', clock(3600), /^fault: Clocks: .* 3600 seconds apart.* → Set this computer’s clock/],
  ['/', clock(60), /^warning: Clocks: .* 60 seconds apart/],
  ['/', { text: NO_POLICY }, /^fault: Security headers: .*the policy in the home page/],
  ['/payment-success', NOT_PRIVATE, /^fault: Security headers: .*cache-control at .* → .*toml/],
  ['/api/products', { status: 500 }, /^fault: Buying: The product list responds with 500/],
  ['/api/products', NOTHING, /^fault: Buying: Nothing is for sale/],
  ['/api/create-payment', { status: 404 }, /^fault: Buying: .*404.* → .*create-payment/],
  ['/api/stripe-webhook', { status: 400 }, /^fault: Webhook secret: .*differs.* → .*\/webhooks/],
  ['/api/stripe-webhook', { status: 500 }, /^fault: Webhook secret: A signed event gets 500/],
  ['/api/health', { status: 404 }, /^fault: Inside the shop: .*older version.* → Deploy this one/],
  ['/api/health', { status: 500 }, /^fault: Inside the shop: It responds with 500/],
  ['/api/health', STRANGER, /^warning: Inside the shop: .*SIGNING_SECRET differs/],
])('of a shop that answers at %s with %o the doctor says so, and nothing else', async (...odd) => {
  const [path, given, says] = odd;
  expect(await amiss(90, path, given)).toEqual([expect.stringMatching(says)]);
});

const refusal = (name: string, status: number) => () => Response.json({ name }, { status });
const lists = (status: string) => () => Response.json({ data: [{ name: 'shop.example', status }] });

test.each<[domain: string, (() => Response) | null, RegExp]>([
  ['shop.example', lists('verified'), /^ok: shop\.example is verified/],
  ['shop.example', lists('pending'), /^fault: shop\.example isn’t verified.* → .*DNS records/],
  ['new.example', lists('verified'), /^fault: Resend doesn’t have new\.example.* → .*\/domains/],
  ['shop.example', refusal('restricted_api_key', 401), /^ok: .*which can only send/],
  ['shop.example', refusal('x', 400), /^fault: .*recognize MAIL_API_KEY.* → .*\/api-keys/],
  ['', null, /^warning: .*no receipts.* → Set MAIL_API_KEY/],
])('of emails from "%s" the doctor says how they are', async (domain, respond, says) => {
  if (respond) vi.spyOn(globalThis, 'fetch').mockResolvedValue(respond());
  const [check] = await mailChecks(respond ? 're_kept_by_the_tests' : '', domain && `x@${domain}`);
  expect(`${check?.state}: ${check?.says} → ${check?.next}`).toMatch(says);
  expect(JSON.stringify(check)).not.toContain('kept_by');
});
