import { beforeEach, expect, test, vi } from 'vitest';
import { refuseOverLimit } from '../../netlify/http/limits.ts';
import { clientIdOf } from '../../netlify/http/client-id.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buyKnown, setFaults } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost } from '../shop/shop.ts';
import { subjectOf } from '../shop/templates.ts';

const shop = await openMailShop({ isStripeLimited: true });
await setFaults(shop, { webhooks: { hold: true } });
const session = await buyKnown(shop, 'individual_guide_6_10');
const NOBODYS = 'cs_test_nobody';

/** Two instances that share only Redis. */
const instance = shop.call;
vi.resetModules();
const handleElsewhere = await loadFunctions();
const otherInstance: typeof instance = (path, init) =>
  handleElsewhere(new Request(new URL(path, shop.siteUrl), init));

const DAY = 86_400;
vi.useFakeTimers({ toFake: ['Date'] });
let day = Math.ceil(Date.now() / 1000 / DAY) * DAY;
/** Seconds into a day on which nobody has called yet. */
const waitUntil = (second: number): void => void vi.setSystemTime((day + second) * 1000);

let clients = 0;
const newClient = (): string => `198.51.100.${++clients}`;
beforeEach(() => {
  day += DAY;
  waitUntil(0);
});

type Call = readonly [path: string, init?: RequestInit];
const callFrom = (client: string, [path, init]: Call, handle = instance): Promise<Response> =>
  handle(path, { ...init, headers: { ...init?.headers, 'x-nf-client-connection-ip': client } });

const CHECKOUT: Call = ['/api/create-payment', jsonPost({ productType: 'bundle' })];
const GUESS: Call = ['/api/admin/login', jsonPost({ password: 'a guess' })];
const FIND: Call = ['/api/find-purchase', jsonPost({ email: 'a@example.com' })];
const PRODUCTS: Call = ['/api/products'];
const verification = (sessionId: string): Call => ['/api/verify-payment', jsonPost({ sessionId })];

const statusOf = async (...call: Parameters<typeof callFrom>): Promise<number> =>
  (await callFrom(...call)).status;

// Each function counts by `route`.
test('a client that has made 600 calls in a minute is refused without a call outside', async () => {
  const flooder = newClient();
  for (let call = 0; call < 600; call += 1) expect(await statusOf(flooder, PRODUCTS)).toBe(200);
  waitUntil(18);
  const before = shop.calls();
  for (const call of [CHECKOUT, GUESS]) {
    const refused = await callFrom(flooder, call);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
    await expectProblem(refused, 429, 'rate_limited');
  }
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(String(text)));
  expect(warnings).toMatchObject([{ code: 'rate_limited', route: 'flood' }]);
  expect(await statusOf(newClient(), CHECKOUT)).toBe(200);
  waitUntil(60);
  expect(await statusOf(flooder, CHECKOUT)).toBe(200);
});

test.each<[name: string, most: number, seconds: number, call: Call, served: number]>([
  ['guesses of the password', 5, 60, GUESS, 401],
  ['guesses of the password', 20, 3600, GUESS, 401],
  ['guesses of the password', 50, DAY, GUESS, 401],
  ['checkouts', 60, 60, CHECKOUT, 200],
  ['requests for links', 5, 60, FIND, 202],
  ['requests for links', 20, 3600, FIND, 202],
])('over all instances, %s of a client are limited to %i in %i s', async (...row) => {
  const [, most, seconds, call, served] = row;
  const client = newClient();
  for (let nth = 0; nth < most; nth += 1) {
    waitUntil((nth * seconds) / most);
    expect(await statusOf(client, call)).toBe(served);
  }
  waitUntil(seconds - 1);
  const before = shop.calls();
  const refused = await callFrom(client, call, otherInstance);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  // Find-purchase counts the address in the same request.
  expect(shop.callsSince(before)).toEqual([1, 0, 0]);
  expect(await statusOf(newClient(), call)).toBe(served);
  waitUntil(seconds);
  expect(await statusOf(client, call)).toBe(served);
});

test.each([
  [1, 'in 1 second'],
  [119, 'in 119 seconds'],
  [120, 'in 2 minutes'],
  [7199, 'in 120 minutes'],
  [7200, 'in 2 hours'],
])('a client that has to wait for %d s reads "%s"', (seconds, words) => {
  const limit = { most: 1, windowInSeconds: DAY };
  expect(() => refuseOverLimit('login', limit, DAY - seconds)).toThrow(
    `Please try again ${words}.`,
  );
});

test('the emails to an address are limited to 3 an hour and 6 a day, in any spelling', async () => {
  const address = 'limited@example.com';
  await shop.buyAs(address, 'individual_guide_6_10');
  const sent: number[] = [];
  for (const second of [0, 3600 - 1, 3600, DAY - 1, DAY]) {
    waitUntil(second);
    for (const email of [address, address.toUpperCase(), ` ${address}`, address]) {
      const answer = await callFrom(newClient(), ['/api/find-purchase', jsonPost({ email })]);
      expect(answer.status).toBe(202);
    }
    const mails = await shop.inbox();
    sent.push(mails.filter(({ subject }) => subject === subjectOf('find-purchase')).length);
  }
  expect(sent).toEqual([3, 3, 6, 6, 9]);
});

test('while Redis fails, no guess is looked at', async () => {
  shop.failRedis('500');
  await expectProblem(await callFrom(newClient(), GUESS), 503, 'temporarily_unavailable');
});

test('a count is deleted after its window', async () => {
  const earlier = new Set(await shop.redis.keys('limit:*'));
  await callFrom(newClient(), GUESS);
  const keys = (await shop.redis.keys('limit:*')).filter((key) => !earlier.has(key));
  const seconds = await Promise.all(keys.map((key) => shop.redis.ttl(key)));
  const minutes = seconds.map((left) => Math.round(left / 60)).toSorted((one, two) => one - two);
  expect(minutes).toEqual([1, 60, 1440]);
});

test('lookups at Stripe are limited to 15 a second in all, and recorded orders are served', async () => {
  // The count must not expire while a slow machine runs this test.
  await shop.redis.set(`limit:dev:stripe:all:${day}`, 14);
  const before = shop.callsTo('stripe');
  const lookUp = (handle = instance) => callFrom(newClient(), verification(NOBODYS), handle);
  expect((await lookUp()).status).toBe(200);
  for (const refused of [await lookUp(), await lookUp(otherInstance)]) {
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  }
  expect(shop.callsTo('stripe') - before).toBe(1);
  expect(await statusOf(newClient(), verification(session))).toBe(200);
  waitUntil(1);
  expect((await lookUp()).status).toBe(200);
});

const clientAt = (address: string, claims = {}): string => {
  const headers = { 'x-nf-client-connection-ip': address, ...claims };
  return clientIdOf(new Request(shop.siteUrl, { headers }));
};

test.each([
  ['in the same /48 of IPv6', '2001:db8:1:2::1', '2001:0DB8:1:3:ffff:a:b:c', true],
  ['in a /48 whose third group is zero', '2a00::1', '2a00:0000:0:1:0:0:0:2', true],
  ['in a /48 beside it', '2a00::1', '2a00:0:1::1', false],
  ['at an IPv4 address in the form of IPv6', '::ffff:192.0.2.1', '192.0.2.1', true],
  ['at another IPv4 address', '192.0.2.1', '192.0.2.2', false],
  ['in another /48 of IPv6', '2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['at another IPv4 address in IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
])('a client %s: %s, %s: is the same: %s', (_how, one, other, isSame) => {
  expect(clientAt(other) === clientAt(one)).toBe(isSame);
});

test('a client is the same whatever it claims, and its name does not reveal its address', () => {
  const claims = { 'x-forwarded-for': '192.0.2.9', forwarded: 'for=1.2.3.4' };
  expect(clientAt('192.0.2.1', claims)).toBe(clientAt('192.0.2.1'));
  expect(clientAt('192.0.2.1')).toMatch(/^[\w-]{22}$/);
});
