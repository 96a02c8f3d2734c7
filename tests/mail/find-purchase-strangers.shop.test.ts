import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import { type Handler, loadRoutes } from '../../netlify/local/routes.ts';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import { subjectOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const PATH = '/api/find-purchase';
const TRIES = byDepth(5, 200);

/** Each is counted, so every test takes some of its own. */
const known = Array.from({ length: TRIES + 20 }, (_, n) => `parent-${n}@example.com`);
await keepAll(known.map((email, n) => sessionFor(n, { buyer: buyerKey(email) })));
const newKnown = (): string => known.pop() ?? '';
let nobodies = 0;
const newNobody = (): string => `nobody-${(nobodies += 1)}@example.com`;

let mailsBefore = 0;
const newMails = async (): Promise<number> => {
  const found = (await shop.inbox()).filter(
    ({ subject }) => subject === subjectOf('find-purchase'),
  );
  return found.length - mailsBefore;
};

beforeEach(async () => {
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  vi.useRealTimers();
  await shop.heal();
  mailsBefore = 0;
  mailsBefore = await newMails();
});

const askingFrom = (client: string, email: string) =>
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
  const response =
    (await route?.handle(askingFrom('198.51.100.1', email), (one) => work.push(one))) ??
    new Response();
  const callsBefore = callsSince(before);
  await Promise.all(work);
  return { response, callsBefore, callsInAll: callsSince(before) };
};

/** Another instance of the functions, with other settings. */
const openInstance = async (settings: Readonly<Record<string, string>> = {}): Promise<Handler> => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules(); // or the next file would find them with these settings
  });
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return loadFunctions();
};

describe('a stranger who tries addresses', () => {
  test('reads the same for each', async () => {
    const answers = new Set<string>();
    for (let time = 0; time < 2 * TRIES; time += 1) {
      const { response } = await answerTo(time % 2 ? newKnown() : newNobody());
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
      answers.add(JSON.stringify([response.status, await response.text(), headers]));
    }
    expect(await newMails()).toBe(TRIES);
    expect([...answers]).toEqual([expect.stringContaining('[202,"{\\"status\\":\\"accepted\\"}"')]);
  });

  // No time tells who has bought: all that differs comes behind the answer.
  test('waits for one call of Redis, and costs the same behind it, but for what is found', async () => {
    // The caller's count, the address's, its index; and what that leads to.
    const nobody = { callsBefore: [1, 0, 0], callsInAll: [3, 1, 0] };
    expect(await answerTo(newNobody())).toMatchObject(nobody);
    const buyer = { callsBefore: [1, 0, 0], callsInAll: [4, 1, 1] };
    expect(await answerTo(newKnown())).toMatchObject(buyer);
  });

  test('leaves no address in Redis or in the log', async () => {
    const address = newKnown();
    const traces = await shop.tracesOf(() => answerTo(address));
    expect(traces).toContain(PATH);
    expect(traces).not.toMatch(/parent|nobody|%40|@/);
    const counts = await shop.redis.keys(`limit:dev:found-email:${buyerKey(address)}:*`);
    expect(counts).toHaveLength(2);
  });
});

test('an address gets 3 emails an hour and 6 a day, however often and by whomever it is asked for', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:10:00Z') });
  const address = newKnown();
  const instances = [await openInstance(), await openInstance()];
  const ask = (time: number) => {
    const written = time % 3 ? address : address.toUpperCase();
    return instances[time % 2]?.(askingFrom(`198.51.100.${time}`, written));
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
    return (await counted(askingFrom(from, newNobody()))).status;
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

const sendForm = (email: string, headers: Record<string, string> = {}) =>
  shop.call(PATH, {
    method: 'POST',
    body: new URLSearchParams({ email }),
    headers: { accept: 'text/html', ...headers },
  });

test('another site cannot ask, with a script or a form', async () => {
  const elsewhere = { origin: 'https://evil.example' };
  const response = await shop.post(PATH, { email: newKnown() }, elsewhere);
  await expectProblem(response, 403, 'origin_not_allowed');
  expect((await sendForm(newKnown(), elsewhere)).status).toBe(403);
  expect(await newMails()).toBe(0);
});

test('a plain form leads back to the page, for whatever address', async () => {
  for (const email of [newKnown(), newNobody()]) {
    const { status, headers } = await sendForm(email);
    expect([status, headers.get('location')]).toEqual([303, '/find-purchase#sent']);
  }
  expect(await newMails()).toBe(1);
});
