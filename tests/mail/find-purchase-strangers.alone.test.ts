import { byDepth } from '../depth.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import { type Handler, loadRoutes } from '../../netlify/local/routes.ts';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import { subjectOf } from '../catalogue.ts';
import { headerFaults } from '../headers.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const PATH = '/api/find-purchase';
const TRIES = byDepth(10, 200);

/** Each is counted, so every test takes some of its own. */
const known = Array.from({ length: TRIES + 20 }, (_, n) => `parent-${n}@example.com`);
await keepAll(known.map((email, n) => sessionFor(n, { buyer: buyerKey(email) })));
const newKnown = (): string => known.pop() ?? '';
let nobodies = 0;
const newNobody = (): string => `nobody-${(nobodies += 1)}@example.com`;

for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

beforeEach(async () => {
  await shop.heal();
  await shop.redis.del(...(await shop.redis.keys('limit:*')), 'none');
});

const asking = (email: unknown, headers: HeadersInit = {}) =>
  new Request(new URL(PATH, shop.siteUrl), jsonPost({ email }, headers));
const mails = async () =>
  (await shop.inbox()).filter(({ subject }) => subject === subjectOf('find-purchase'));

const route = (await loadRoutes()).find(({ name }) => name === 'find-purchase');

/** The answer, and what is done behind it. */
const answered = async (request: Request) => {
  const work: Promise<unknown>[] = [];
  const response = await route?.handle(request, (one) => work.push(one));
  return { response, work: Promise.all(work) };
};

const SERVICES = ['redis', 'stripe', 'mail'] as const;

const answerTo = async (email: string): Promise<string> => {
  const { response, work } = await answered(asking(email));
  const text = await response?.text();
  const headers = [...(response?.headers ?? [])].filter(([name]) => name !== 'x-request-id');
  await work;
  return JSON.stringify([response?.status, text, headers]);
};

const costOf = async (email: string) => {
  const before = SERVICES.map(shop.callsTo);
  await (
    await answered(asking(email))
  ).work;
  return SERVICES.map((name, at) => shop.callsTo(name) - (before[at] ?? 0));
};

const byForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  shop.call(PATH, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'text/html', ...headers },
  });

describe('a stranger who tries addresses', () => {
  test('reads the same for each', async () => {
    const before = (await mails()).length;
    const answers = new Set<string>();
    for (let time = 0; time < TRIES; time += 1) {
      for (const newOne of [newKnown, newNobody]) answers.add(await answerTo(newOne()));
    }
    expect((await mails()).length - before).toBe(TRIES);
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('[202,"{\\"status\\":\\"accepted\\"}"');
  });

  test.each([
    ['one who bought', newKnown],
    ['nobody', newNobody],
  ])('costs one call of Redis before the answer, for the address of %s', async (_who, newOne) => {
    const before = SERVICES.map(shop.callsTo);
    const { work } = await answered(asking(newOne()));
    expect(SERVICES.map(shop.callsTo)).toEqual(
      before.map((count, at) => count + (at === 0 ? 1 : 0)),
    );
    await work;
  });

  test('costs the same calls behind it too, but for what is found', async () => {
    // The caller's count, the address's, its index; and what that leads to.
    expect(await costOf(newNobody())).toEqual([3, 1, 0]);
    expect(await costOf(newKnown())).toEqual([4, 1, 1]);
  });

  // No time tells who has bought: all that differs comes behind the answer.
  test.each([
    ['one who bought', newKnown],
    ['nobody', newNobody],
  ])('has the answer of %s while Stripe hangs, which was not asked yet', async (_who, newOne) => {
    shop.failStripe('slow');
    const before = shop.callsTo('stripe');
    const { response, work } = await answered(asking(newOne()));
    expect([response?.status, shop.callsTo('stripe') - before]).toEqual([202, 0]);
    const first = await Promise.race([work, 'still at work']);
    expect(first).toBe('still at work');
    shop.failStripe('none');
    await work;
  });
});

describe('an address', () => {
  const most = 3;

  test('gets 3 mails an hour and 6 a day, however often and by whomever it is asked for', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:10:00Z') });
    const address = newKnown();
    vi.resetModules();
    const instances: Handler[] = [
      await loadFunctions(),
      (vi.resetModules(), await loadFunctions()),
    ];
    const before = (await mails()).length;
    const ask = (time: number) => {
      const from = { 'x-nf-client-connection-ip': `198.51.100.${time % 250}` };
      return instances[time % 2]?.(asking(time % 3 ? address : address.toUpperCase(), from));
    };
    const statuses = new Set<number | undefined>();
    const asked = Array.from({ length: 100 }, (_, time) => ask(time));
    for (const response of await Promise.all(asked)) statuses.add(response?.status);
    expect([...statuses]).toEqual([202]);
    expect((await mails()).length - before).toBe(most);
    const byThen: [string, number][] = [];
    for (const at of ['22T11:10', '22T12:10', '22T23:59', '23T00:00', '23T01:00', '23T02:00']) {
      vi.setSystemTime(new Date(`2026-11-${at}:00Z`));
      for (let time = 0; time < 4; time += 1) await ask(time);
      byThen.push([at, (await mails()).length - before]);
    }
    expect(byThen).toEqual([
      ['22T11:10', 6],
      ['22T12:10', 6],
      ['22T23:59', 6],
      ['23T00:00', 9],
      ['23T01:00', 12],
      ['23T02:00', 12],
    ]);
    vi.useRealTimers();
  });

  test('is counted by each instance while Redis is down', async () => {
    const address = 'outage@example.com';
    await shop.buyAs(address, 'bundle');
    shop.failRedis('500');
    const before = (await mails()).length;
    vi.resetModules();
    const [one, other] = [await loadFunctions(), (vi.resetModules(), await loadFunctions())];
    for (const instance of [one, other]) {
      for (let time = 0; time <= most; time += 1) await instance(asking(address));
    }
    expect((await mails()).length - before).toBe(2 * most);
  });

  test('is kept nowhere in the clear', async () => {
    const address = newKnown();
    const { work } = await answered(asking(address));
    await work;
    const keys = await shop.redis.keys('*');
    const counts = keys.filter((name) => name.includes(`:${buyerKey(address)}:`));
    expect(counts.map((name) => name.split(':', 3).join(':'))).toEqual([
      'limit:dev:found-email',
      'limit:dev:found-email',
    ]);
    expect(keys.join('\n')).not.toContain('@');
    const logged = vi.mocked(console.log).mock.calls.join('\n');
    expect(logged).not.toMatch(/parent|nobody|%40|@/);
  });
});

test('a client is refused after so many requests in a minute, and another client is not', async () => {
  vi.stubEnv('RATE_LIMIT_FACTOR', '1');
  vi.resetModules();
  const counted = await loadFunctions();
  const [{ most }] = LIMITS['find-purchase'].perClient;
  const ask = async (second: number, from: string): Promise<number> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 10, 0, second) });
    const client = { 'x-nf-client-connection-ip': from };
    return (await counted(asking(newNobody(), client))).status;
  };
  const statuses = [];
  for (let time = 0; time <= most; time += 1) statuses.push(await ask(time, '198.51.100.7'));
  expect(statuses).toEqual([...Array<number>(most).fill(202), 429]);
  expect(await ask(most + 1, '198.51.100.8')).toBe(202);
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('a request', () => {
  test('by a plain form is led back to the page, for whatever address', async () => {
    const before = (await mails()).length;
    for (const email of [newKnown(), newNobody()]) {
      const response = await byForm({ email });
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        '/find-purchase#sent',
      ]);
    }
    expect((await mails()).length - before).toBe(1);
  });

  test.each([
    'parent',
    'parent@',
    '@example.com',
    'parent@example',
    'a parent@example.com',
    'parent@example.com, other@example.com',
    'parent@example.com\nbcc: other@example.com',
    `${'a'.repeat(250)}@example.com`,
    'parent@exámple.com',
    '',
    7,
    null,
    ['parent@example.com'],
  ])('with %j for an address is refused, and nothing is asked', async (email) => {
    const before = [shop.callsTo('redis'), shop.callsTo('stripe')];
    const { response, work } = await answered(asking(email));
    await work;
    expect(await response?.clone().text()).toContain('as in name@example.com');
    await expectProblem(response ?? new Response(), 400, 'invalid_request');
    expect([shop.callsTo('redis'), shop.callsTo('stripe')]).toEqual(before);
  });

  test('with more than an address is refused', async () => {
    const response = await shop.post(PATH, { email: known[0], name: 'x' });
    await expectProblem(response, 400, 'invalid_request');
  });

  test('of a form without an address is led to a page in words', async () => {
    const page = await byForm({ email: 'parent' });
    expect(page.status).toBe(400);
    expect(headerFaults(page.headers, 'answer')).toEqual([]);
    const text = await page.text();
    expect(text).toContain('<h1>That doesn’t look like an email address</h1>');
    expect(text).toContain('href="/find-purchase"');
  });

  test('from another site is refused, and so is its form', async () => {
    const elsewhere = { origin: 'https://evil.example' };
    await expectProblem(
      await shop.post(PATH, { email: known[0] }, elsewhere),
      403,
      'origin_not_allowed',
    );
    const before = (await mails()).length;
    expect((await byForm({ email: known[0] ?? '' }, elsewhere)).status).toBe(403);
    expect(await mails()).toHaveLength(before);
  });
});

test('a shop that sends no mail promises none, and says where to write to', async () => {
  vi.stubEnv('MAIL_API_KEY', '');
  vi.resetModules();
  const withoutMail = await loadFunctions();
  const before = [shop.callsTo('redis'), shop.callsTo('stripe')];
  const response = await withoutMail(asking(newKnown()));
  expect(await response.clone().text()).toMatch(
    /write to \S+@\S+ with your order number or the email address you paid with\./,
  );
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'mail_unavailable' });
  expect([shop.callsTo('redis'), shop.callsTo('stripe')]).toEqual(before);
  vi.unstubAllEnvs();
});
