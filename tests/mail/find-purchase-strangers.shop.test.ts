import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import { type Handler, loadRoutes } from '../../netlify/local/routes.ts';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import { subjectOf } from '../catalogue.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const PATH = '/api/find-purchase';

/** Each is counted, so every test takes some of its own. */
const known = Array.from({ length: 20 }, (_, n) => `parent-${n}@example.com`);
await keepAll(known.map((email, n) => sessionFor(n, { buyer: buyerKey(email) })));
const newKnown = (): string => known.pop() ?? '';
let nobodies = 0;
const newNobody = (): string => `nobody-${(nobodies += 1)}@example.com`;

const allMails = async () =>
  (await shop.inbox()).filter(({ subject }) => subject === subjectOf('find-purchase'));
let earlier = 0;
const newMails = async (): Promise<number> => (await allMails()).length - earlier;

beforeEach(async () => {
  earlier = (await allMails()).length;
});

const asking = (email: string, client = '198.51.100.1') =>
  new Request(
    new URL(PATH, shop.siteUrl),
    jsonPost({ email }, { 'x-nf-client-connection-ip': client }),
  );
const route = (await loadRoutes()).find(({ name }) => name === 'find-purchase');
const calls = () => (['redis', 'stripe', 'mail'] as const).map(shop.callsTo);
const callsSince = (before: readonly number[]) =>
  calls().map((count, at) => count - (before[at] ?? 0));

/** The answer, and how often Redis, Stripe and the mail service were asked by then and in the end. */
const answerTo = async (email: string) => {
  const work: Promise<unknown>[] = [];
  const before = calls();
  const response = (await route?.handle(asking(email), (one) => work.push(one))) ?? new Response();
  const callsBefore = callsSince(before);
  await Promise.all(work);
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  const answer = [response.status, await response.text(), headers];
  return { answer, callsBefore, callsInAll: callsSince(before) };
};

// No time tells who has bought: all that differs comes behind the answer.
test('a stranger who tries addresses reads the same for each, after one call of Redis', async () => {
  const [nobody, buyer] = [await answerTo(newNobody()), await answerTo(newKnown())];
  expect(nobody.answer.slice(0, 2)).toEqual([202, '{"status":"accepted"}']);
  expect(buyer.answer).toEqual(nobody.answer);
  expect([nobody.callsBefore, buyer.callsBefore]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
  // The caller's count, the address's, its index; and what that leads to.
  expect([nobody.callsInAll, buyer.callsInAll]).toEqual([
    [3, 1, 0],
    [4, 1, 1],
  ]);
  expect(await newMails()).toBe(1);
});

test('a stranger leaves no address in Redis or in the log', async () => {
  const address = newKnown();
  const traces = await shop.tracesOf(() => answerTo(address));
  expect(traces).toContain(PATH);
  expect(traces).not.toMatch(/parent|nobody|%40|@/);
  const counts = await shop.redis.keys(`limit:dev:found-email:${buyerKey(address)}:*`);
  expect(counts).toHaveLength(2);
});

/** Another instance of the functions, with other settings. */
const openInstance = async (settings: Readonly<Record<string, string>> = {}): Promise<Handler> => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.resetModules(); // or the next file would find them with these settings
  });
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return loadFunctions();
};

test('an address gets 3 emails an hour and 6 a day, however often and by whomever it is asked for', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:10:00Z') });
  const address = newKnown();
  const instances = [await openInstance(), await openInstance()];
  const ask = (time: number) => {
    const written = time % 3 ? address : address.toUpperCase();
    return instances[time % 2]?.(asking(written, `198.51.100.${time}`));
  };
  const asked = await Promise.all(Array.from({ length: 20 }, (_, time) => ask(time)));
  expect(asked.filter((response) => response?.status !== 202)).toEqual([]);
  expect(await newMails()).toBe(3);
  for (const [at, mails] of [
    ['22T11:10', 6],
    ['22T12:10', 6],
    ['22T23:59', 6],
    ['23T00:00', 9],
    ['23T01:00', 12],
    ['23T02:00', 12],
  ] as const) {
    vi.setSystemTime(new Date(`2026-11-${at}:00Z`));
    for (let time = 0; time < 4; time += 1) await ask(time);
    expect(await newMails(), at).toBe(mails);
  }
});

test('a client is refused after so many requests in a minute, and another client is not', async () => {
  const counted = await openInstance({ RATE_LIMIT_FACTOR: '1' });
  const [{ most }] = LIMITS['find-purchase'].perClient;
  const ask = async (second: number, from: string): Promise<number> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 10, 0, second) });
    return (await counted(asking(newNobody(), from))).status;
  };
  const statuses = [];
  for (let time = 0; time <= most; time += 1) statuses.push(await ask(time, '198.51.100.7'));
  expect(statuses).toEqual([...Array<number>(most).fill(202), 429]);
  expect(await ask(most + 1, '198.51.100.8')).toBe(202);
});

test.each<readonly [what: string, body: object]>([
  ['a name', { email: 'parent' }],
  ['half of a domain', { email: 'parent@example' }],
  ['two addresses', { email: 'parent@example.com, other@example.com' }],
  ['two lines', { email: 'parent@example.com\nbcc: other@example.com' }],
  ['too long a name', { email: `${'a'.repeat(250)}@example.com` }],
  ['no text', { email: ['parent@example.com'] }],
  ['more than an address', { email: 'parent@example.com', name: 'x' }],
])('%s is refused, and nothing is asked', async (_what, body) => {
  const before = calls();
  await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
  expect(callsSince(before)).toEqual([0, 0, 0]);
});

test('another site cannot ask', async () => {
  const response = await shop.post(PATH, { email: newKnown() }, { origin: 'https://evil.example' });
  await expectProblem(response, 403, 'origin_not_allowed');
  expect(await newMails()).toBe(0);
});

test('a plain form leads back to the page, for whatever address', async () => {
  const headers = { accept: 'text/html' };
  for (const email of [newKnown(), newNobody()]) {
    const body = new URLSearchParams({ email });
    const answer = await shop.call(PATH, { method: 'POST', body, headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/find-purchase#sent']);
  }
  expect(await newMails()).toBe(1);
});
