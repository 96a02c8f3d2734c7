import { beforeEach, expect, test, vi } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { productOf } from '../catalogue.ts';
import { buyElsewhere, setFaults, verify } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Meet } from '../shop/runs.ts';
import { jsonPost } from '../shop/shop.ts';
import { subjectOf } from '../shop/templates.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';

const shop = await openMailShop();
const { buyAs, runSchedule, setMailFaults } = shop;
// The functions' own, which share their connection.
const { forgetBuyer } = await import('../../netlify/orders/notes.ts');
const PATH = '/api/find-purchase';
const GUIDE = productOf('guide-1').product_type;

let parents = 0;
let parent = '';
const newParent = (): string => `parent-${(parents += 1)}@example.com`;

beforeEach(() => {
  vi.useRealTimers();
  parent = newParent();
});

const find = async (email: string): Promise<void> => {
  expect((await shop.post(PATH, { email })).status).toBe(202);
};
const mailsTo = async (email: string) =>
  (await shop.inbox()).filter(
    ({ to, subject }) =>
      to.toLowerCase() === email.toLowerCase() && subject === subjectOf('find-purchase'),
  );
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const linksTo = async (email: string) =>
  (await mailsTo(email)).map(({ text }) => text.match(/http\S+session_id=\w+/g) ?? []);

const dropIndex = async (): Promise<void> => {
  await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
};

test('a parent gets one email with a link to each purchase, newest first', async () => {
  const guide = await buyAs(parent, GUIDE);
  // Orders are sorted by the second.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  const bundle = await buyAs(parent, 'bundle');
  await buyAs(newParent(), 'bundle');
  await find(parent);
  expect(await linksTo(parent)).toEqual([[bundle, guide].map(linkTo)]);
});

test.each<readonly [how: string, paid: string, asked: string, after: () => unknown]>([
  ['that only Stripe lists', 'Jo@a.example', ' JO@A.example ', dropIndex],
  ['that only the index has', 'Jo2@a.example', 'jo2@a.example', () => shop.failStripe('500')],
  ['in the index, by its domain', 'jo@xn--mnchen-3ya.example', 'jo@münchen.example', () => {}],
  ['at Stripe, by its domain', 'jo3@xn--mnchen-3ya.example', 'jo3@München.example', dropIndex],
])('a purchase is found %s: "%s" by "%s"', async (_how, paid, asked, after) => {
  const session = await buyAs(paid, GUIDE);
  await verify(shop, session);
  await after();
  await find(asked);
  expect(await linksTo(paid)).toEqual([[linkTo(session)]]);
});

test('a purchase that only Stripe knew is recorded, and its receipt follows', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(parent, GUIDE);
  for (const mails of [2, 3]) {
    await find(parent);
    await runSchedule();
    expect(await shop.mailsAbout(session)).toHaveLength(mails);
  }
});

test('while Redis fails, the answer asks to try again, as JSON and as a page', async () => {
  await buyAs(parent, GUIDE);
  const sent = shop.callsTo('mail');
  shop.failRedis('500');
  await expectProblem(await shop.post(PATH, { email: parent }), 503, 'temporarily_unavailable');
  const body = new URLSearchParams({ email: parent });
  const page = await shop.call(PATH, { method: 'POST', headers: { accept: 'text/html' }, body });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('try again')]);
  expect(shop.callsTo('mail')).toBe(sent);
});

/** Stripe lists everybody's sessions. */
const listAll: Meet = (_call, send, request) => {
  const url = request.url.replace(/customer_details\[email\]=[^&]*&?/, '');
  return url === request.url ? send() : fetch(new Request(url, request));
};

test('sessions of another address or shop that Stripe lists are sent to nobody', async () => {
  await buyElsewhere(shop, { email: parent });
  const own = await buyAs(parent.replace('parent', 'Parent'), GUIDE);
  for (const other of [newParent(), `${parent}.au`]) await buyAs(other, GUIDE);
  await dropIndex();
  const stranger = newParent();
  for (const email of [parent.toUpperCase(), stranger]) {
    await shop.runOnce(() => find(email), listAll);
  }
  expect(await linksTo(parent)).toEqual([[linkTo(own)]]);
  expect(await mailsTo(stranger)).toEqual([]);
});

// Another shop on the same account may have sold to the address far more often.
test.each([
  [3, 1],
  [4, 0],
])('a purchase behind %i pages of other sessions is in %i emails', async (pages, count) => {
  const session = await buyAs(parent, GUIDE);
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
  await shop.runOnce(() => find(parent), lists);
  expect(await mailsTo(parent)).toHaveLength(count);
});

const waiting = () => shop.redis.zrange<string[]>('jobs:dev', 0, -1);
// receipt.shop.test.ts looks for the address in the job.
test('an email whose answer is lost comes once for each request', async () => {
  const session = await buyAs(parent, GUIDE);
  await setMailFaults({ cutOff: true });
  await find(parent);
  await find(parent);
  await setMailFaults({});
  const request = expect.stringMatching(/^found:[\da-f]{32}\/[\da-f-]{36}$/);
  expect(await waiting()).toEqual([request, request]);
  pass(2);
  await runSchedule();
  await runSchedule();
  expect(await linksTo(parent)).toEqual([[linkTo(session)], [linkTo(session)]]);
  expect([await waiting(), await shop.redis.keys('job:dev:*')]).toEqual([[], []]);
});

test('neither a waiting receipt nor this email is sent to a buyer who is forgotten meanwhile', async () => {
  await setMailFaults({ status: 503 });
  const session = await buyAs(parent, GUIDE);
  await find(parent);
  expect(await waiting()).toHaveLength(2);
  await setMailFaults({});
  await forgetBuyer(session);
  pass(2);
  await runSchedule();
  expect([await shop.mailsAbout(session), await waiting()]).toEqual([[], []]);
});

const route = (await loadRoutes()).find(({ name }) => name === 'find-purchase');

/** The answer, with the calls of Redis, Stripe and Blobs before it. What follows the answer is done then. */
const answerTo = async (email: string) => {
  const work: Promise<unknown>[] = [];
  const before = shop.calls();
  const request = new Request(new URL(PATH, shop.siteUrl), jsonPost({ email }));
  const response = (await route?.handle(request, (one) => work.push(one))) ?? new Response();
  const asked = shop.callsSince(before);
  await Promise.all(work);
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, body: await response.text(), headers, asked };
};

test('the answer and its calls are the same for an address with purchases and without', async () => {
  await buyAs(parent, GUIDE);
  const stranger = newParent();
  const nobody = await answerTo(stranger);
  expect(nobody).toMatchObject({ status: 202, body: '{"status":"accepted"}', asked: [2, 0, 0] });
  expect(await answerTo(parent)).toEqual(nobody);
  const mails = await Promise.all([stranger, parent].map(mailsTo));
  expect(mails.map(({ length }) => length)).toEqual([0, 1]);
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
  const evil = await shop.post(PATH, { email: parent }, { origin: 'https://evil.example' });
  await expectProblem(evil, 403, 'origin_not_allowed');
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});
