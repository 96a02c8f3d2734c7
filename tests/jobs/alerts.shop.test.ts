import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { productOf } from '../catalog.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { jsonPost } from '../shop/shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

const NOON = Date.parse('2026-11-22T12:00:00Z');
const AFTERNOON = Date.parse('2026-11-22T15:00:00Z');
const EVENING = Date.parse('2026-11-22T18:00:00Z');

vi.useFakeTimers({ toFake: ['Date'], now: NOON });
const shop = await openMailShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { runSchedule } = shop;

const buyGuide = (): Promise<string> => buy(shop, GUIDE.product_type);

const alertsAbout = async (subject: string) =>
  (await shop.inbox()).filter((mail) => mail.to === OWNER && mail.subject.includes(subject));

const findWebhookAlerts = () => alertsAbout('without Stripe’s webhook');
const findScheduleAlerts = () => alertsAbout('hasn’t run for an hour');

const { time_zone } = catalog;
beforeEach(async () => {
  Object.assign(catalog, { time_zone: 'America/New_York' });
  vi.setSystemTime(NOON);
  await shop.empty();
});
afterEach(() => void Object.assign(catalog, { time_zone }));

const buyUnreported = async (): Promise<void> => {
  await setFaults(shop, { webhooks: { hold: true } });
  await buyGuide();
};

/** Has the schedule record an order at `at`, an hour and a minute after it was paid. */
const recordLate = async (at: number): Promise<void> => {
  vi.setSystemTime(at);
  pass(-61);
  await buyUnreported();
  vi.setSystemTime(at);
  await runSchedule();
};

// orders/recording.shop.test.ts tests the one-hour limit. Stripe itself emails the owner about
// sales and disputes, so the shop must not. tests/model tests that it sends no alerts about them.
describe('an order recorded more than an hour late because no webhook arrived', () => {
  test('sends no alert about an order paid before the Redis store was created', async () => {
    await recordLate(NOON);
    expect(await findWebhookAlerts()).toEqual([]);
  });

  describe('in a shop with an earlier order', () => {
    beforeEach(buyGuide);

    test('sends an alert with a link to the orders', async () => {
      await recordLate(AFTERNOON);
      const alerts = await findWebhookAlerts();
      expect(alerts).toHaveLength(1);
      expect(alerts[0]?.text).toMatch(/Open the orders\s/);
    });

    test('omits the buyer’s data from an alert about the webhook', async () => {
      await recordLate(AFTERNOON);
      const [alert] = await findWebhookAlerts();
      expect(`${alert?.text} ${alert?.html}`).not.toMatch(/cs_test|@example/);
    });

    test('sends a single alert about all late orders in a run', async () => {
      await buyUnreported();
      await buyUnreported();
      pass(61);
      await runSchedule();
      expect(await findWebhookAlerts()).toHaveLength(1);
    });

    test('sends no second alert about the webhook on the same day', async () => {
      await recordLate(AFTERNOON);
      await recordLate(EVENING);
      expect(await findWebhookAlerts()).toHaveLength(1);
    });

    test.each([
      {
        name: 'sends no second alert about the webhook after midnight UTC',
        before: '2026-11-22T23:59:59Z',
        after: '2026-11-23T01:01:00Z',
        alerts: 1,
      },
      {
        name: 'sends a second alert about the webhook after midnight in New York',
        before: '2026-11-23T04:59:59Z',
        after: '2026-11-23T06:01:00Z',
        alerts: 2,
      },
    ])('$name', async ({ before, after, alerts }) => {
      await recordLate(Date.parse(before));
      await recordLate(Date.parse(after));
      expect(await findWebhookAlerts()).toHaveLength(alerts);
    });

    test('includes the deploy context in an alert’s idempotency key', async () => {
      await recordLate(AFTERNOON);
      const headers = {
        authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
        'user-agent': 'test',
        'idempotency-key': 'alert/dev/webhook/2026-11-22',
      };
      const otherEmail = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' }, headers);
      expect((await shop.controlMail('/emails', otherEmail)).status).toBe(409);
    });
  });
});

describe('a schedule that has not finished a run for an hour', () => {
  test('sends no alert about the schedule within an hour of its last run', async () => {
    await runSchedule();
    pass(3599 / 60);
    await buyGuide();
    expect(await findScheduleAlerts()).toEqual([]);
  });

  test('sends an alert about the schedule when the next webhook arrives', async () => {
    await runSchedule();
    pass(60);
    await buyGuide();
    expect(await findScheduleAlerts()).toHaveLength(1);
  });

  test('sends no second alert about the schedule on the same day', async () => {
    await runSchedule();
    pass(60);
    await buyGuide();
    pass(5);
    await buyGuide();
    expect(await findScheduleAlerts()).toHaveLength(1);
  });

  test('sends a second alert about the schedule after midnight in New York', async () => {
    await runSchedule();
    pass(60);
    await buyGuide();
    vi.setSystemTime(Date.parse('2026-11-23T05:00:00Z'));
    await buyGuide();
    expect(await findScheduleAlerts()).toHaveLength(2);
  });

  test('sends no alert once the schedule has run again', async () => {
    await runSchedule();
    pass(90);
    await runSchedule();
    pass(5);
    await buyGuide();
    expect(await findScheduleAlerts()).toEqual([]);
  });

  test('sends no alert before the first run of the schedule', async () => {
    await buyGuide();
    pass(90);
    await buyGuide();
    expect(await findScheduleAlerts()).toEqual([]);
  });
});
