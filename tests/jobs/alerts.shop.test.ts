import { expect, test, vi } from 'vitest';
import { dayOf, productOf } from '../catalog.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop();
const { runSchedule } = shop;

const alerts = async (about: string | RegExp) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
const unreported = () => alerts('without Stripe’s webhook');
const dead = () => alerts('hasn’t run for an hour');
const A_DAY = 24 * 60;
const buyGuide = () => buy(shop, GUIDE.product_type);
const buyUnseen = () => setFaults(shop, { webhooks: { hold: true } }).then(buyGuide);

test('orders from before the store was created bring no alert', async () => {
  await buyUnseen();
  pass(61);
  await buyUnseen();
  pass(61);
  await runSchedule();
  expect(await unreported()).toEqual([]);
});

// orders/recording.shop.test.ts tests the hour. tests/model tests that nothing else causes an alert, since Stripe itself
// sends emails about sales and disputes.
test('orders that the webhook missed for more than an hour bring one alert a day, without a buyer’s data', async () => {
  await setFaults(shop, {});
  await buyGuide();
  await buyUnseen();
  await buyUnseen();
  pass(61);
  await runSchedule();
  await buyUnseen();
  pass(61);
  await runSchedule();
  const [alert, ...others] = await unreported();
  expect(others).toEqual([]);
  expect(alert?.text).toMatch(/Open the orders\s/);
  expect(`${alert?.text} ${alert?.html}`).not.toMatch(/cs_test|@example/);
  // Its key names the shop, since others may send by the same account.
  const headers = {
    authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
    'user-agent': 'test',
    'idempotency-key': `alert/dev/webhook/${dayOf(Date.now())}`,
  };
  const other = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' }, headers);
  expect((await shop.controlMail('/emails', other)).status).toBe(409);
});

test('a schedule that has finished no run for an hour brings one alert a day, by the webhook', async () => {
  pass(A_DAY);
  await runSchedule();
  const found: number[] = [];
  for (const seconds of [3599, 1, 300]) {
    pass(seconds / 60);
    await buyGuide();
    found.push((await dead()).length);
  }
  expect(found).toEqual([0, 1, 1]);
  await runSchedule();
  pass(5);
  await buyGuide();
  expect(await dead()).toHaveLength(1);
});
