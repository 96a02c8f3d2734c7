import { expect, test, vi } from 'vitest';
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
const unreported = () => alerts('without Stripe’s webhook');
const dead = () => alerts('has not run for an hour');
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

test('the owner reads once a day that the webhook missed orders for more than an hour, and nothing that leads to a buyer', async () => {
  await buyUnseen();
  pass(59);
  await runSchedule();
  expect(await unreported()).toEqual([]);
  await buyUnseen();
  await buyUnseen();
  pass(61);
  await runSchedule();
  await buyUnseen();
  pass(61);
  await runSchedule();
  const [alert, ...others] = await unreported();
  expect(others).toEqual([]);
  expect(`${alert?.text} ${alert?.html}`).not.toMatch(/cs_test|@example/);
  // Its key names the shop, since others may send by the same account.
  const headers = {
    authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
    'idempotency-key': `alert/dev/webhook/${dayOf(Date.now())}`,
  };
  const other = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' }, headers);
  expect((await shop.controlMail('/emails', other)).status).toBe(409);
});

test('the webhook tells the owner once a day that the schedule has not finished a run for an hour', async () => {
  pass(A_DAY);
  await runSchedule();
  const found: number[] = [];
  for (const minutes of [59, 2, 5]) {
    pass(minutes);
    await buyGuide();
    found.push((await dead()).length);
  }
  expect(found).toEqual([0, 1, 1]);
  await runSchedule();
  pass(5);
  await buyGuide();
  expect(await dead()).toHaveLength(1);
});
