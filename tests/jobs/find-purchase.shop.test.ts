import { beforeEach, expect, test, vi } from 'vitest';
import { productOf } from '../catalog.ts';
import { buyElsewhere, setFaults } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Meet } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';

const shop = await openMailShop();
const { buyAs, runSchedule, setMailFaults } = shop;
// The functions' own, which share their connection.
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');
const PATH = '/api/find-purchase';
const GUIDE = productOf('guide-1').product_type;

const PARENT = 'parent@example.com';
const STRANGER = 'stranger@example.com';

beforeEach(async () => {
  vi.useRealTimers();
  await shop.empty();
});

const find = async (email = PARENT): Promise<void> => {
  expect((await shop.post(PATH, { email })).status).toBe(202);
};
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const foundMails = async () =>
  (await shop.inbox()).filter(({ subject }) => subject === subjectOf('find-purchase'));
/** The links in each of the emails to an address, the newest first. */
const linksTo = async (email = PARENT) =>
  (await foundMails())
    .filter(({ to }) => to === email)
    .map(({ text }) => text.match(/http\S+session_id=\w+/g) ?? []);

const dropIndex = async (): Promise<void> => {
  await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
};

test('a parent gets one email with a link to each purchase, newest first', async () => {
  const guide = await buyAs(PARENT, GUIDE);
  pass(1 / 60); // orders are sorted by the second
  const bundle = await buyAs(PARENT, 'bundle');
  await buyAs(STRANGER, 'bundle');
  await find();
  expect(await linksTo()).toEqual([[bundle, guide].map(linkTo)]);
});

test.each<readonly [how: string, paid: string, asked: string, after: () => unknown]>([
  ['that only Stripe lists', 'Jo@a.example', ' JO@A.example ', dropIndex],
  ['that only the index has', 'Jo@a.example', 'jo@a.example', () => shop.failStripe('500')],
  ['in the index, by a full-width at sign', 'jo@a.example', 'jo＠a.example', () => {}],
  ['in the index, by its domain', 'jo@xn--mnchen-3ya.example', 'jo@münchen.example', () => {}],
  ['at Stripe, by its domain', 'jo@xn--mnchen-3ya.example', 'jo@München.example', dropIndex],
])('a purchase is found %s: "%s" by "%s"', async (_how, paid, asked, after) => {
  const session = await buyAs(paid, GUIDE);
  await after();
  await find(asked);
  expect(await foundMails()).toMatchObject([{ text: expect.stringContaining(linkTo(session)) }]);
});

test('tries again later if the index has nothing and Stripe fails', async () => {
  const session = await buyAs(PARENT, GUIDE);
  await dropIndex();
  shop.failStripe('500');
  await find();
  expect(await foundMails()).toEqual([]);
  shop.failStripe('none');
  pass(2);
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)]]);
});

test('counts its look-up at Stripe against the limit of all look-ups', async () => {
  await find(STRANGER);
  expect(await shop.redis.keys('limit:dev:stripe:all:*')).toHaveLength(1);
});

test('ends the request of an address without orders', async () => {
  await find(STRANGER);
  expect(await foundMails()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('a purchase that only Stripe knew is recorded, and its receipt follows', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(PARENT, GUIDE);
  for (const mails of [2, 3]) {
    await find();
    await runSchedule();
    expect(await shop.mailsAbout(session)).toHaveLength(mails);
  }
});

/** In milliseconds, to refuse an address. */
const timeOf = async (email: string): Promise<number> => {
  const startedAt = performance.now();
  await expectProblem(await shop.post(PATH, { email }), 400, 'invalid_request');
  return performance.now() - startedAt;
};

test('a long text that is no address takes hardly longer than a harmless one', async () => {
  const MOST_TIMES_LONGER = 20;
  const harmless = 'a'.repeat(16_300);
  const costly = `@${'\x7F'.repeat(16_300)}@`;
  await timeOf(harmless); // warms up
  // The fastest of several, since other work on the machine slows down some.
  const times = { harmless: Infinity, costly: Infinity };
  for (let round = 0; round < 5; round += 1) {
    times.harmless = Math.min(times.harmless, await timeOf(harmless));
    times.costly = Math.min(times.costly, await timeOf(costly));
  }
  expect(times.costly / times.harmless).toBeLessThan(MOST_TIMES_LONGER);
});

test('while Redis fails, the answer asks to try again, as JSON and as a page', async () => {
  shop.failRedis('500');
  await expectProblem(await shop.post(PATH, { email: PARENT }), 503, 'temporarily_unavailable');
  const body = new URLSearchParams({ email: PARENT });
  const page = await shop.call(PATH, { method: 'POST', headers: { accept: 'text/html' }, body });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('try again')]);
});

/** Stripe lists everybody's sessions. */
const listAll: Meet = (_call, send, request) => {
  const url = request.url.replace(/customer_details\[email\]=[^&]*&?/, '');
  return url === request.url ? send() : fetch(new Request(url, request));
};

test('sessions of another address or shop that Stripe lists are sent to nobody', async () => {
  await buyElsewhere(shop, { email: PARENT });
  const own = await buyAs('Parent@example.com', GUIDE);
  await buyAs(`${PARENT}.au`, GUIDE);
  await dropIndex();
  for (const email of [PARENT, STRANGER]) await shop.runOnce(() => find(email), listAll);
  expect([await linksTo(), await linksTo(STRANGER)]).toEqual([[[linkTo(own)]], []]);
});

// Another shop on the same account may have sold to the address far more often.
test.each([
  [3, 1],
  [4, 0],
])('a purchase behind %i pages of other sessions is in %i emails', async (pages, count) => {
  const session = await buyAs(PARENT, GUIDE);
  await dropIndex();
  const expand = ['payment_intent.latest_charge.refunds'];
  const own = await shop.stripe.checkout.sessions.retrieve(session, { expand });
  let page = 0;
  const lists: Meet = async (_call, send, { url }) => {
    if (!url.includes('/v1/checkout/sessions?')) return send();
    const isOther = (page += 1) <= pages;
    const data = isOther ? Array.from({ length: 50 }, () => ({ ...own, metadata: {} })) : [own];
    return Response.json({ object: 'list', data, has_more: isOther });
  };
  await shop.runOnce(() => find(), lists);
  expect(await linksTo()).toHaveLength(count);
});

const failToRead =
  (session: string): Meet =>
  async (_call, send, { url }) => {
    const error = { type: 'invalid_request_error' };
    const isToFail = url.includes(`/v1/checkout/sessions/${session}`);
    return isToFail ? Response.json({ error }, { status: 400 }) : send();
  };

test('an order that Stripe cannot read keeps no other order from the buyer', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const unreadable = await buyAs(PARENT, GUIDE);
  const readable = await buyAs(PARENT, GUIDE);
  await shop.runOnce(() => find(), failToRead(unreadable));
  expect(await linksTo()).toEqual([[linkTo(readable)]]);
});

test('is tried again if Stripe can read none of the orders', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(PARENT, GUIDE);
  await shop.runOnce(() => find(), failToRead(session));
  expect(await linksTo()).toEqual([]);
  pass(2);
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)]]);
});

const waiting = () => shop.redis.zrange<string[]>('jobs:dev', 0, -1);
test('an email whose answer is lost comes once for each request', async () => {
  const session = await buyAs(PARENT, GUIDE);
  await setMailFaults({ cutOff: true });
  await find();
  await find();
  await setMailFaults({});
  expect(await waiting()).toHaveLength(2);
  pass(2);
  await runSchedule();
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)], [linkTo(session)]]);
  expect([await waiting(), await shop.redis.keys('job:dev:*')]).toEqual([[], []]);
});

test('a forgotten buyer who asks again gets no email', async () => {
  const session = await buyAs(PARENT, GUIDE);
  await forgetBuyer(session);
  await find();
  expect([await foundMails(), await waiting()]).toEqual([[], []]);
});

/** The answer, with the calls that it waited for, as its line in the log counts them. */
const answerTo = async (email: string) => {
  const response = await shop.post(PATH, { email });
  const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));
  const { asked } = lines.findLast(({ event }) => event === 'request');
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, body: await response.text(), headers, asked };
};

test('the answer and its calls are the same for an address with purchases and without', async () => {
  await buyAs(PARENT, GUIDE);
  const nobody = await answerTo(STRANGER);
  expect(nobody).toMatchObject({ status: 202, body: '{"status":"accepted"}' });
  expect(nobody.asked).toEqual({ redis: 2, stripe: 0, blobs: 0, mail: 0 });
  expect(await answerTo(PARENT)).toEqual(nobody);
  expect([await linksTo(STRANGER), await linksTo()]).toMatchObject([[], { length: 1 }]);
});

test('a malformed address and a call from another site are refused, without a call outside', async () => {
  const before = shop.calls();
  for (const body of [
    { email: 'parent@example' },
    { email: 'parent@example.com\nbcc: other@example.com' },
    { email: 'parent@example.com', name: 'x' },
  ]) {
    await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
  }
  const evil = await shop.post(PATH, { email: PARENT }, { origin: 'https://evil.example' });
  await expectProblem(evil, 403, 'origin_not_allowed');
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});
