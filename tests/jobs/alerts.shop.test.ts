import { expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import { dayOf, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, setFaults, verify } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop({ withOwner: true });
const { runSchedule } = shop;

const alerts = async (about: string | RegExp) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
const healed = () => alerts('recorded without Stripe’s webhook');
const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
const A_DAY = 24 * 60;
const buyGuide = () => buy(shop, GUIDE.product_type);
const buyUnseen = () => setFaults(shop, { webhooks: { hold: true } }).then(buyGuide);

test('the owner reads nothing of a sale or a dispute, of which Stripe sends emails', async () => {
  const session = await buyGuide();
  await verify(shop, session);
  await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
  await runSchedule();
  expect(await alerts('')).toEqual([]);
});

test('the owner reads once a day of orders without a webhook, by their numbers and nothing that leads to a buyer', async () => {
  const sessions = [await buyUnseen(), await buyUnseen()];
  await runSchedule();
  await buyUnseen();
  await runSchedule();
  const [alert, ...others] = await healed();
  expect([alert?.subject, others]).toEqual([expect.stringMatching(/^2 orders /), []]);
  for (const words of [alert?.text, alert?.html]) {
    for (const session of sessions) expect(words).toContain(numberOf(session));
    expect(words).not.toMatch(/cs_test|@example/);
  }
  // Its key names the shop, since others may send by the same account.
  const headers = {
    authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
    'idempotency-key': `owner/dev/healed/${dayOf(Date.now())}`,
  };
  const other = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' }, headers);
  expect((await shop.controlMail('/emails', other)).status).toBe(409);
});

test('the owner reads an alert once, though the mail service is down at first', async () => {
  pass(A_DAY);
  const before = (await healed()).length;
  await buyUnseen();
  shop.failMail('500');
  await runSchedule();
  await shop.heal();
  pass(2); // whoever took it may have been cut off
  await Promise.all([runSchedule(), runSchedule()]);
  expect(await healed()).toHaveLength(before + 1);
  expect(await shop.redis.zcard('owner-queue:dev')).toBe(0);
});

test('the owner reads once that two runs are missing, and not that one is', async () => {
  // To the end of a day, since the gap before it is told of once a day.
  pass(2 * A_DAY);
  while (dayOf(Date.now() + 10 * 60_000) === dayOf(Date.now())) pass(10);
  await runSchedule();
  const before = (await alerts('No comparison')).length;
  const found = [];
  for (const minutes of [20, 21, 0]) {
    pass(minutes);
    await runSchedule();
    found.push((await alerts('No comparison')).length - before);
  }
  expect(found).toEqual([0, 1, 1]);
  expect(await alerts('No comparison with Stripe for 21 minutes')).toHaveLength(1);
});
