import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf } from '../../netlify/http/client.ts';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { buy, setFaults, verify as verifyOnce } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ isStripeLimited: true, withMail: true });
// The functions' own, since another test file may have changed those from before.
const { LIMITS } = await import('../../netlify/http/limits.ts');
await setFaults(shop, { webhooks: { hold: true } });
const session = await buy(shop, 'individual_guide_6_10');
await verifyOnce(shop, session);
const NOBODYS = 'cs_test_nobody';

type Handle = typeof shop.call;
/** Two that share nothing but Redis. */
const instance: Handle = shop.call;
vi.resetModules();
const handleElsewhere = await loadFunctions();
const otherInstance: Handle = (path, init) =>
  handleElsewhere(new Request(new URL(path, shop.siteUrl), init));

const HOUR_MS = 3_600_000;
vi.useFakeTimers({ toFake: ['Date'] });
let hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
/** Seconds into an hour in which nobody has called yet. */
const waitUntil = (second: number): void => void vi.setSystemTime(hour + second * 1000);

let clients = 0;
/** An address that has not called yet. */
const newClient = (): string => `198.51.100.${++clients}`;
beforeEach(() => {
  for (const told of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, told).mockClear().mockReturnValue();
  }
  hour += HOUR_MS;
  waitUntil(0);
  shop.failRedis('none');
});

type Call = readonly [path: string, init?: RequestInit];
const callFrom = (client: string, [path, init]: Call, handle = instance): Promise<Response> =>
  handle(path, { ...init, headers: { ...init?.headers, 'x-nf-client-connection-ip': client } });

const CHECKOUT: Call = ['/api/create-payment', jsonPost({ productType: 'bundle' })];
const GUESS: Call = ['/api/admin/login', jsonPost({ password: 'a guess' })];
const PRODUCTS: Call = ['/api/products'];
const verification = (sessionId: string): Call => ['/api/verify-payment', jsonPost({ sessionId })];
/** A call of each route with its status below the limit. */
const callsOf = (ticket: string): readonly (readonly [served: number, call: Call])[] => [
  [200, CHECKOUT],
  [202, ['/api/find-purchase', jsonPost({ email: 'a@example.com' })]],
  [401, GUESS],
  [200, verification(session)],
  [200, [`/api/orders?session_id=${session}`]],
  [200, ['/api/secure-file-access', jsonPost({ product_id: 'guide-1', session_id: session })]],
  [200, [`/guide-download?session_id=${session}`, { method: 'POST' }]],
  [403, [`/api/withdraw?session_id=${session}`]],
  [200, [ticket, { method: 'HEAD' }]],
  [200, PRODUCTS],
  [200, ['/api/health']],
  [200, [unsubscribeLink('a'.repeat(32)).replace(shop.siteUrl, '')]],
  [400, ['/api/stripe-webhook', jsonPost({})]],
];

const statusesOf = async (call: Call, client: string, times = 1, handle = instance) => {
  const statuses: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    statuses.push((await callFrom(client, call, handle)).status);
  }
  return statuses;
};

test('the limits are these', () => {
  const rows = Object.entries(LIMITS).map(([name, limits]) => {
    const words = limits.map(({ most, windowInSeconds }) => `${most} in ${windowInSeconds} s`);
    return `${name}: ${words.join(', ')}`;
  });
  expect(rows).toEqual([
    'flood: 600 in 60 s',
    'login: 5 in 60 s, 20 in 3600 s, 50 in 86400 s',
    'checkout: 60 in 60 s',
    'find-purchase: 5 in 60 s, 20 in 3600 s',
    'found-email: 3 in 3600 s, 6 in 86400 s',
    'stripe: 15 in 1 s',
  ]);
});

test('no route asks anything outside for a client that has called any of them 600 times in a minute', async () => {
  const calls = callsOf(await linkTo(shop, 'guide-1', session));
  const flooder = newClient();
  const statuses = await statusesOf(PRODUCTS, flooder, LIMITS.flood[0].most);
  expect(new Set(statuses)).toEqual(new Set([200]));
  waitUntil(18);
  const before = shop.calls();
  for (const [, call] of calls) {
    const refused = await callFrom(flooder, call);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
    await expectProblem(refused, 429, 'rate_limited');
  }
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(String(text)));
  expect(warnings).toEqual([
    { level: 'warn', requestId: expect.any(String), code: 'rate_limited', route: 'flood' },
  ]);
  for (const [served, call] of calls) expect(await statusesOf(call, newClient())).toEqual([served]);
  waitUntil(60);
  for (const [served, call] of calls) expect(await statusesOf(call, flooder)).toEqual([served]);
});

describe('checkouts', () => {
  test('are counted by client over all instances, at the cost of one command', async () => {
    const client = newClient();
    const begun = await statusesOf(CHECKOUT, client, LIMITS.checkout[0].most);
    expect(new Set(begun)).toEqual(new Set([200]));
    const before = shop.calls();
    expect(await statusesOf(CHECKOUT, client, 1, otherInstance)).toEqual([429]);
    expect(shop.callsSince(before)).toEqual([1, 0, 0]);
    expect(await statusesOf(CHECKOUT, newClient())).toEqual([200]);
    waitUntil(60);
    expect(await statusesOf(CHECKOUT, client)).toEqual([200]);
  });

  test('go on while Redis is down', async () => {
    shop.failRedis('500');
    expect(await statusesOf(CHECKOUT, newClient(), 2)).toEqual([200, 200]);
  });
});

test('a count is forgotten after its window', async () => {
  const earlier = new Set(await shop.redis.keys('limit:*'));
  await callFrom(newClient(), GUESS);
  const keys = (await shop.redis.keys('limit:*')).filter((key) => !earlier.has(key));
  const seconds = await Promise.all(keys.map((key) => shop.redis.ttl(key)));
  const minutes = seconds.map((left) => Math.round(left / 60)).toSorted((one, two) => one - two);
  expect(minutes).toEqual(LIMITS.login.map(({ windowInSeconds }) => windowInSeconds / 60));
});

const verify = (sessionId: string, handle = instance) =>
  callFrom(newClient(), verification(sessionId), handle);

test('Stripe is asked 15 times a second for all, and what is recorded is served beyond that', async () => {
  // A count that does not expire while a slow machine goes on.
  await shop.redis.set(`limit:dev:stripe:all:${hour / 1000}`, LIMITS.stripe[0].most - 1);
  const before = shop.callsTo('stripe');
  expect((await verify(NOBODYS)).status).toBe(200);
  const refused = [await verify(NOBODYS), await verify(NOBODYS, otherInstance)];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1']);
  expect(shop.callsTo('stripe') - before).toBe(1);
  expect((await verify(session)).status).toBe(200);
  waitUntil(1);
  expect((await verify(NOBODYS)).status).toBe(200);
});

const clientAt = (address: string, claims = {}): string => {
  const headers = { 'x-nf-client-connection-ip': address, ...claims };
  return clientOf(new Request(shop.siteUrl, { headers }));
};

test.each([
  ['in the whole /48 of an IPv6 address', '2001:db8:1:2::1', '2001:0DB8:1:3:ffff:a:b:c', true],
  ['by IPv4 in the form of IPv6', '::ffff:192.0.2.1', '192.0.2.1', true],
  ['at another IPv4 address', '192.0.2.1', '192.0.2.2', false],
  ['at another /48 of IPv6', '2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['at another IPv4 address in IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
])('a client %s: %s, %s: is the same: %s', (_how, one, other, isSame) => {
  expect(clientAt(other) === clientAt(one)).toBe(isSame);
});

test('a client is the same whatever it claims, by a name that does not tell its address', () => {
  const claims = { 'x-forwarded-for': '192.0.2.9', forwarded: 'for=1.2.3.4' };
  expect(clientAt('192.0.2.1', claims)).toBe(clientAt('192.0.2.1'));
  expect(clientAt('192.0.2.1')).toMatch(/^[\w-]{22}$/);
});
