import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf, dollars, productOf } from '../catalog.ts';
import { headerFaults } from '../headers.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { access, buy, control, expectStatus, verify } from '../shop/buying.ts';
import { logInAsOwner, ownerClient } from '../shop/owner.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';

const GUIDE = productOf('guide-1');
const PRICE = centsOf('guide-1');
const [PARENT, OWNER] = ['parent@example.com', 'owner@shop.example'];
const { orders: ORDERS } = PLAIN_MAILS;
const REFUND_DAYS = Number(PLAIN_MAILS.refundDays);
const DAY_MS = 24 * 3_600_000;

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
const shop = await openMailShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { runSchedule } = shop;
const { checkout, time_zone } = catalog;

beforeEach(() => {
  Object.assign(catalog, { checkout: { withdrawal: true }, time_zone: 'UTC' });
});
afterEach(() => void Object.assign(catalog, { checkout, time_zone }));

const buyGuide = () => buy(shop, GUIDE.product_type);

/** The page at an address's query: its status and its words. */
const call = async (query: string, method: string) => {
  const response = await shop.call(`/api/withdraw${query}`, { method });
  expect(headerFaults(response.headers, 'key')).toEqual([]);
  const text = await response.text();
  const words = text.replaceAll(/<[^>]+>|\u2060/g, '').replaceAll(/\s+/g, ' ');
  return `${response.status} ${words}`;
};
const ask = (session: string) => call(`?session_id=${session}`, 'GET');
const confirm = (session: string) => call(`?session_id=${session}`, 'POST');

/** The emails about a withdrawal. A receipt has the session in its link. */
const mailsTo = async (reader: string, session: string) =>
  (await shop.inbox()).filter(
    ({ to, text }) =>
      to === reader && text.includes(orderNumberOf(session)) && !text.includes(session),
  );

test('a parent confirms a withdrawal and gets an email with its time, and no money moves', async () => {
  const session = await buyGuide();
  const last = new Date(Date.now() + REFUND_DAYS * DAY_MS);
  const until = last.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  expect(await verify(shop, session)).toMatchObject({ withdrawable: until });
  const files = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
  expect(await files.text()).toContain(`<a href="/api/withdraw?session_id=${session}">Withdraw`);

  const purchase = [GUIDE.name, dollars(PRICE), orderNumberOf(session)];
  const expectWords = (text = '', ...words: string[]): void => {
    for (const one of [...words, ...purchase]) expect(text.replaceAll(/\s+/g, ' ')).toContain(one);
  };
  expectWords(await ask(session), '200', until, 'Confirm withdrawal');
  pass(1);
  const time = 'November 10, 2026 at 12:01:00 PM UTC';
  expectWords(await confirm(session), '200', time);
  expect(await verify(shop, session)).not.toHaveProperty('withdrawable');
  expect((await shop.stripe.refunds.list()).data).toEqual([]);
  expect((await access(shop, 'guide-1', session)).status).toBe(200);
  const [mail] = await mailsTo(PARENT, session);
  expect(mail?.subject).toBe(subjectOf('withdrawal', GUIDE.name));
  expectWords(mail?.text, time);
  const [alert] = await mailsTo(OWNER, session);
  expect(alert?.subject).toBe(`Withdrawal from order MSK-${orderNumberOf(session)}`);
  expect(alert?.text).toMatch(/Please refund it in Stripe within 14 days\.\s+Open the order\s/);
  expect(alert?.text).not.toMatch(/cs_test|parent@/);
});

test('no page promises an email for an order without an address', async () => {
  const session = await buyGuide();
  const show = async () =>
    (await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' })).text();
  const pages = () => Promise.all([show(), ask(session)]);
  expect(await verify(shop, session)).toMatchObject({ hasEmail: true });
  for (const page of await pages()) expect(page).toMatch(/email(?:ed you| a confirmation)/);
  await forgetBuyer(session); // as an order that Stripe has no address for
  expect(await verify(shop, session)).toMatchObject({ hasEmail: false });
  const closed = [...(await pages()), await confirm(session)];
  for (const page of closed) expect(page).not.toMatch(/email(?:ed you| a confirmation)/);
  expect(closed.at(-1)).toContain('Print or save this page');
  expect(await jobsAbout(session)).toEqual([]);
});

const jobsAbout = async (session: string): Promise<string[]> =>
  (await shop.redis.zrange<string[]>('jobs:dev', 0, -1)).filter((job) => job.includes(session));

/** The buyer and the owner have one email each, and no job is left. */
const expectDone = async (session: string): Promise<void> => {
  const mails = await Promise.all([PARENT, OWNER].map((reader) => mailsTo(reader, session)));
  expect(mails.map(({ length }) => length)).toEqual([1, 1]);
  expect(await jobsAbout(session)).toEqual([]);
};

test('a withdrawal counts once, from the first press that is saved', async () => {
  const session = await buyGuide();
  shop.failRedis('500');
  expect(await confirm(session)).toMatch(/^503 .*couldn’t save that\. Please try again/);
  shop.failRedis('none');
  const first = await Promise.all([1, 2, 3].map(() => confirm(session)));
  pass(25 * 60); // the mail service has forgotten its keys
  const later = [await confirm(session), await ask(session)];
  for (const page of [...first, ...later])
    expect(page).toContain('You withdrew from this purchase');
  expect(new Set([...first, ...later]).size).toBe(1);
  await expectDone(session);
});

// The law wants the confirmation, so it is never given up, however long ago its first try was.
test.each<readonly [what: string, fail: () => unknown]>([
  ['answers of the mail service are lost', () => shop.failMail('cut')],
  ['answers of Redis are lost', () => shop.failRedis('cut', 3)],
  [
    'Stripe and the mail service fail',
    () => (shop.failStripe('500'), shop.setMailFaults({ status: 503 })),
  ],
])('the schedule finishes a withdrawal once, if %s', async (_what, fail) => {
  const session = await buyGuide();
  await fail();
  expect(await confirm(session)).toMatch(/You withdrew|try again/);
  await shop.heal();
  for (const job of await jobsAbout(session)) await shop.redis.hset(`job:dev:${job}`, { first: 1 });
  pass(2); // a claim may have been cut off
  await Promise.all([runSchedule(), runSchedule()]);
  pass(2);
  await runSchedule();
  await expectDone(session);
});

test('the owner sees until when to refund a withdrawn order, until all of the money is back', async () => {
  const session = await buyGuide();
  const number = orderNumberOf(session);
  const owner = await ownerClient(shop, logInAsOwner(shop)); // the time has passed since
  const read = async (path: string) => (await owner.call(`/api/admin/orders${path}`)).json();
  /** In the list and on the order's page. */
  const due = async () => {
    const { waiting }: OrderPage = await read('');
    const listed = waiting.withdrawn.find((one) => one.number === number);
    return [listed, (await read(`/${number}`)).refund_due_on];
  };
  expect(await due()).toEqual([undefined, null]);
  const now = Date.now();
  await confirm(session);
  expect((await read(`/${number}`)).withdrawn_at).toBe(new Date(now).toISOString());
  const day = new Date(now + 14 * DAY_MS).toISOString().slice(0, 10);
  const isDue = [{ number, guide_name: GUIDE.name, due_on: day }, day];
  expect(await due()).toEqual(isDue);
  await control(shop, 'refund', { session, amount: PRICE - 1 });
  await expect.poll(async () => (await read(`/${number}`)).refunded).toBe(PRICE - 1);
  expect(await due()).toEqual(isDue);
  const { id } = await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  expect(await due()).toEqual([undefined, null]);
  await control(shop, 'refund/fail', { id });
  await expectStatus(shop, session, 'paid');
  expect(await due()).toEqual(isDue);
});

test('a buyer can withdraw until the last second of the last day, in the shop’s time zone', async () => {
  catalog.time_zone = 'America/New_York';
  vi.setSystemTime(Date.parse('2026-11-10T04:30:00Z')); // still the 9th
  const session = await buyGuide();
  const end = Date.parse('2026-11-10T05:00:00Z') + REFUND_DAYS * DAY_MS;
  vi.setSystemTime(end - 1000);
  expect(await ask(session)).toContain('Confirm withdrawal');
  vi.setSystemTime(end);
  const over = `You had ${REFUND_DAYS} days after you paid to withdraw, and that time is over`;
  for (const page of [await ask(session), await confirm(session)]) {
    expect(page).toMatch(/^403 /);
    expect(page).toContain(over);
  }
});

const underWay = () => shop.buyAs(PARENT, GUIDE.product_type, { method: 'bank' });
const refunded = async (): Promise<string> => {
  const session = await buyGuide();
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  return session;
};
const withoutIt = async (): Promise<string> => {
  delete catalog.checkout;
  return buyGuide();
};

test.each([
  ['nobody’s order', 'No valid purchase found', async () => 'cs_test_nobody'],
  ['a cut link', 'This link is incomplete', async () => ''],
  ['a payment that is under way', ORDERS.pending.text, underWay],
  ['a refunded order', ORDERS.refunded.text, refunded],
  ['an order of a shop without it', 'please write to us', withoutIt],
])('%s cannot be withdrawn from, and the page says why', async (_what, says, order) => {
  const session = await order();
  for (const page of [await ask(session), await confirm(session)]) expect(page).toContain(says);
  expect(await verify(shop, session)).not.toHaveProperty('withdrawable');
  expect(await shop.redis.hexists(`order:dev:${session}`, 'withdrawn')).toBe(0);
  expect(await mailsTo(OWNER, session)).toEqual([]);
});
