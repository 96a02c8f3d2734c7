import { beforeEach, describe, expect, test, vi } from 'vitest';
import { refuseOverLimit } from '../../netlify/http/limits.ts';
import { clientIdOf } from '../../netlify/http/client-id.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buyKnown, setFaults } from '../shop/buying.ts';
import { password } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost } from '../shop/shop.ts';
import { subjectOf } from '../shop/templates.ts';

const shop = await openMailShop({ isStripeLimited: true });
await setFaults(shop, { webhooks: { hold: true } });
const session = await buyKnown(shop, 'individual_guide_6_10');
const UNKNOWN = 'cs_test_nobody';

/** This and `otherInstance` are two instances of the functions that share only Redis. */
const instance = shop.call;
vi.resetModules();
const handleElsewhere = await loadFunctions();
const otherInstance: typeof instance = (path, init) =>
  handleElsewhere(new Request(new URL(path, shop.siteUrl), init));

const DAY = 86_400;
vi.useFakeTimers({ toFake: ['Date'] });
let day = Math.ceil(Date.now() / 1000 / DAY) * DAY;
/** Sets the clock to this second of a day without earlier calls. */
const waitUntil = (second: number): void => void vi.setSystemTime((day + second) * 1000);

let clients = 0;
const newClient = (): string => `198.51.100.${++clients}`;
beforeEach(() => {
  day += DAY;
  waitUntil(0);
});

type Call = { readonly path: string; readonly init?: RequestInit };
const callFrom = (client: string, { path, init }: Call, handle = instance): Promise<Response> =>
  handle(path, { ...init, headers: { ...init?.headers, 'x-nf-client-connection-ip': client } });

const post = (path: string, body: object): Call => ({ path, init: jsonPost(body) });

const CHECKOUT = post('/api/create-payment', { productType: 'bundle' });
const WRONG_PASSWORD = post('/api/admin/login', { password: 'a guess' });
const RIGHT_PASSWORD = post('/api/admin/login', { password: password() });
const FIND = post('/api/find-purchase', { email: 'a@example.com' });
const PRODUCTS: Call = { path: '/api/products' };
const verification = (sessionId: string): Call => post('/api/verify-payment', { sessionId });

const statusOf = async (...call: Parameters<typeof callFrom>): Promise<number> =>
  (await callFrom(...call)).status;

type Limited = {
  readonly call: Call;
  /** How many calls are allowed in `seconds` seconds. */
  readonly most: number;
  readonly seconds: number;
  /** The status of an allowed call. */
  readonly status: number;
};

/** Makes as many calls as the limit allows, spread over `seconds`. */
const expectServed = async ({
  client,
  call,
  most,
  seconds,
  status,
}: Limited & { client: string }) => {
  for (let nth = 0; nth < most; nth += 1) {
    waitUntil((nth * seconds) / most);
    expect(await statusOf(client, call)).toBe(status);
  }
};

describe('after 600 calls from one client in a minute', () => {
  let flooder: string;
  beforeEach(async () => {
    flooder = newClient();
    await expectServed({ client: flooder, call: PRODUCTS, most: 600, seconds: 18, status: 200 });
    waitUntil(18);
  });

  test('refuses the client’s calls to every function until the minute ends', async () => {
    for (const call of [CHECKOUT, WRONG_PASSWORD]) {
      const refused = await callFrom(flooder, call);
      expect(refused.headers.get('retry-after')).toBe('42');
      expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
      await expectProblem(refused, 429, 'rate_limited');
    }
  });

  test('refuses the client’s calls without calling another service', async () => {
    const before = shop.calls();
    await callFrom(flooder, CHECKOUT);
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });

  test('logs the flood once', async () => {
    await callFrom(flooder, CHECKOUT);
    await callFrom(flooder, WRONG_PASSWORD);
    const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(warnings).toMatchObject([{ code: 'rate_limited', route: 'flood' }]);
  });

  test('serves other clients during a flood', async () => {
    expect(await statusOf(newClient(), CHECKOUT)).toBe(200);
  });

  test('serves the client again in the next minute', async () => {
    waitUntil(60);
    expect(await statusOf(flooder, CHECKOUT)).toBe(200);
  });
});

describe.each<Limited & { what: string }>([
  { what: 'wrong passwords', most: 5, seconds: 60, call: WRONG_PASSWORD, status: 401 },
  { what: 'wrong passwords', most: 20, seconds: 3600, call: WRONG_PASSWORD, status: 401 },
  { what: 'wrong passwords', most: 50, seconds: DAY, call: WRONG_PASSWORD, status: 401 },
  { what: 'right passwords', most: 5, seconds: 60, call: RIGHT_PASSWORD, status: 200 },
  { what: 'checkouts', most: 60, seconds: 60, call: CHECKOUT, status: 200 },
  { what: 'requests for links', most: 5, seconds: 60, call: FIND, status: 202 },
  { what: 'requests for links', most: 20, seconds: 3600, call: FIND, status: 202 },
])('after $most $what from one client in $seconds s', ({ most, seconds, call, status }) => {
  let client: string;
  beforeEach(async () => {
    client = newClient();
    await expectServed({ client, call, most, seconds, status });
    waitUntil(seconds - 1);
  });

  test('refuses the client’s next call even on another instance', async () => {
    const refused = await callFrom(client, call, otherInstance);
    expect(refused.headers.get('retry-after')).toBe('1');
    await expectProblem(refused, 429, 'rate_limited');
  });

  test('refuses the client’s next call with at most one call to Redis and none to other services', async () => {
    const before = shop.calls();
    await callFrom(client, call);
    const [redis, stripe, blobs] = shop.callsSince(before);
    expect(redis).toBeLessThanOrEqual(1);
    expect({ stripe, blobs }).toEqual({ stripe: 0, blobs: 0 });
  });

  test('serves other clients', async () => {
    expect(await statusOf(newClient(), call)).toBe(status);
  });

  test('serves the client again once the limit’s period is over', async () => {
    waitUntil(seconds);
    expect(await statusOf(client, call)).toBe(status);
  });
});

test('refuses the right password after five wrong passwords', async () => {
  const client = newClient();
  for (let nth = 0; nth < 5; nth += 1) await callFrom(client, WRONG_PASSWORD);
  await expectProblem(await callFrom(client, RIGHT_PASSWORD), 429, 'rate_limited');
});

test('counts logins, checkouts and link requests separately', async () => {
  const client = newClient();
  for (let nth = 0; nth < 6; nth += 1) await callFrom(client, WRONG_PASSWORD);
  expect(await statusOf(client, CHECKOUT)).toBe(200);
  expect(await statusOf(client, FIND)).toBe(202);
});

test.each([
  { seconds: 1, words: 'in 1 second' },
  { seconds: 119, words: 'in 119 seconds' },
  { seconds: 120, words: 'in 2 minutes' },
  { seconds: 7199, words: 'in 120 minutes' },
  { seconds: 7200, words: 'in 2 hours' },
])('says “try again $words” to a client that must wait $seconds s', ({ seconds, words }) => {
  const limit = { most: 1, windowInSeconds: DAY };
  expect(() => refuseOverLimit('login', limit, DAY - seconds)).toThrow(
    `Please try again ${words}.`,
  );
});

const FOUND = subjectOf('find-purchase');

/**
 * Requests the find-purchase email for each spelling of an address, each time from a new client.
 */
const askBy = async (...spellings: readonly string[]): Promise<void> => {
  for (const email of spellings) {
    const response = await callFrom(newClient(), post('/api/find-purchase', { email }));
    expect(response.status).toBe(202);
  }
};

const countEmailsTo = async (email: string): Promise<number> => {
  const mails = await shop.inbox();
  return mails.filter(({ to, subject }) => to.toLowerCase() === email && subject === FOUND).length;
};

describe('emails about found purchases', () => {
  test('sends at most three emails an hour and six a day to an address', async () => {
    const email = 'limited@example.com';
    await shop.buyAs(email, 'individual_guide_6_10');
    for (const { second, sent } of [
      { second: 0, sent: 3 },
      { second: 3600 - 1, sent: 3 },
      { second: 3600, sent: 6 },
      { second: DAY - 1, sent: 6 },
      { second: DAY, sent: 9 },
    ]) {
      waitUntil(second);
      await askBy(email, email, email, email);
      expect(await countEmailsTo(email), `after ${second} s`).toBe(sent);
    }
  });

  test('counts emails to all spellings of an address together', async () => {
    const email = 'spelled@example.com';
    await shop.buyAs(email, 'individual_guide_6_10');
    await askBy(email, email.toUpperCase(), ` ${email}`, email);
    expect(await countEmailsTo(email)).toBe(3);
  });
});

test('checks no password while Redis fails', async () => {
  shop.failRedis('500');
  for (const call of [WRONG_PASSWORD, RIGHT_PASSWORD]) {
    await expectProblem(await callFrom(newClient(), call), 503, 'temporarily_unavailable');
  }
});

test('deletes each rate-limit count after a minute, an hour or a day', async () => {
  const earlier = new Set(await shop.redis.keys('limit:*'));
  await callFrom(newClient(), WRONG_PASSWORD);
  const keys = (await shop.redis.keys('limit:*')).filter((key) => !earlier.has(key));
  const seconds = await Promise.all(keys.map((key) => shop.redis.ttl(key)));
  const minutes = seconds.map((left) => Math.round(left / 60)).toSorted((one, two) => one - two);
  expect(minutes).toEqual([1, 60, 1440]);
});

const lookUp = (handle = instance) => callFrom(newClient(), verification(UNKNOWN), handle);

describe('after 14 Stripe lookups in a second', () => {
  beforeEach(async () => {
    // Writes the count without an expiry, so that it does not expire on a slow machine.
    await shop.redis.set(`limit:dev:stripe:all:${day}`, 14);
  });

  test('serves the 15th Stripe lookup in a second', async () => {
    expect((await lookUp()).status).toBe(200);
  });

  test('refuses the 16th Stripe lookup in a second from any client on any instance', async () => {
    await lookUp();
    for (const refused of [await lookUp(), await lookUp(otherInstance)]) {
      expect(refused.headers.get('retry-after')).toBe('1');
      await expectProblem(refused, 429, 'rate_limited');
    }
  });

  test('makes no call to Stripe for the 16th lookup', async () => {
    await lookUp();
    const before = shop.callsTo('stripe');
    await lookUp();
    expect(shop.callsTo('stripe')).toBe(before);
  });

  test('serves a recorded order after the 15th Stripe lookup', async () => {
    await lookUp();
    expect(await statusOf(newClient(), verification(session))).toBe(200);
  });

  test('serves Stripe lookups again a second later', async () => {
    await lookUp();
    waitUntil(1);
    expect((await lookUp()).status).toBe(200);
  });
});

const clientAt = (address: string, claims = {}): string => {
  const headers = { 'x-nf-client-connection-ip': address, ...claims };
  return clientIdOf(new Request(shop.siteUrl, { headers }));
};

test.each([
  {
    name: 'in the same IPv6 /48',
    one: '2001:db8:1:2::1',
    other: '2001:0DB8:1:3:ffff:a:b:c',
  },
  {
    name: 'in the same IPv6 /48 whose third group is zero',
    one: '2a00::1',
    other: '2a00:0000:0:1:0:0:0:2',
  },
  {
    name: 'in IPv4-mapped and plain IPv4 form',
    one: '::ffff:192.0.2.1',
    other: '192.0.2.1',
  },
])('counts two addresses $name as one client', ({ one, other }) => {
  expect(clientAt(other)).toBe(clientAt(one));
});

test.each([
  { name: 'in IPv4 form', one: '192.0.2.1', other: '192.0.2.2' },
  { name: 'in IPv4-mapped form', one: '::ffff:192.0.2.1', other: '::ffff:192.0.2.2' },
  { name: 'in distant IPv6 /48s', one: '2001:db8:1:2::1', other: '2001:db8:2:2::1' },
  { name: 'in adjacent IPv6 /48s', one: '2a00::1', other: '2a00:0:1::1' },
])('counts two addresses $name as two clients', ({ one, other }) => {
  expect(clientAt(other)).not.toBe(clientAt(one));
});

test('ignores the addresses in forwarding headers', () => {
  const claims = { 'x-forwarded-for': '192.0.2.9', forwarded: 'for=1.2.3.4' };
  expect(clientAt('192.0.2.1', claims)).toBe(clientAt('192.0.2.1'));
});

test('does not reveal a client’s IP address in the client’s id', () => {
  expect(clientAt('192.0.2.1')).toMatch(/^[\w-]{22}$/);
});
