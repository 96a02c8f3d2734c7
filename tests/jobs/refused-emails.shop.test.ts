import { beforeEach, describe, expect, test, vi } from 'vitest';
import { soldGuide, productOf } from '../catalog.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop();
const { readOrder } = await import('../../netlify/orders/store.ts');
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { buyAs, redis, runSchedule, setMailFaults } = shop;
beforeEach(shop.empty);

const PARENT = 'parent@example.com';
const OWNER = 'owner@shop.example';
const A_DAY_IN_MINUTES = 24 * 60;
const { product_type: type } = productOf('guide-1');

const WRONG_KEY = { status: 401 };
const UNVERIFIED_DOMAIN = { status: 403 };
const WORKS = {};

const runDaily = async (days: number): Promise<void> => {
  for (let day = 1; day <= days; day += 1) {
    pass(A_DAY_IN_MINUTES);
    await runSchedule();
  }
};

const waitingJobs = (): Promise<string[]> => redis.zrange<string[]>('jobs:dev', 0, -1);

const alertsAboutEmail = async (): Promise<number> =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.includes('refused'))
    .length;

/** Resend's limit for a team without a domain: it may only send to its own address. */
const refuseBuyers: Meet = async (_call, send, request) => {
  if (!request.url.endsWith('/emails')) return send();
  const { to } = await request.clone().json();
  if (to[0] === OWNER) return send();
  return Response.json({ name: 'validation_error' }, { status: 403 });
};

describe('a receipt that Resend refuses because of the shop’s setup', () => {
  test.each([
    { name: 'a wrong key is corrected', faults: WRONG_KEY },
    { name: 'the domain is verified', faults: UNVERIFIED_DOMAIN },
  ])('sends a receipt if $name on the 30th day', async ({ faults }) => {
    await setMailFaults(faults);
    const session = await buyAs(PARENT, type);
    await runDaily(29);
    await setMailFaults(WORKS);
    await runDaily(2);
    expect(await shop.mailsAbout(session)).toHaveLength(1);
    expect((await readOrder(session))?.receipt).toMatchObject({ is: 'sent' });
  });

  test('gives up on a receipt after 30 days and records the reason', async () => {
    await setMailFaults(WRONG_KEY);
    const session = await buyAs(PARENT, type);
    await runDaily(32);
    const { receipt } = (await readOrder(session)) ?? {};
    expect(receipt).toMatchObject({ is: 'refused', detail: '401 validation_error' });
    expect(await waitingJobs()).not.toContain(`receipt:${session}`);
    expect(await redis.keys(`job:dev:receipt:*`)).toEqual([]);
  });

  test('sends the owner one alert about a refused receipt', async () => {
    await shop.runOnce(async () => {
      await buyAs(PARENT, type);
      await runDaily(3);
    }, refuseBuyers);
    expect(await alertsAboutEmail()).toBe(1);
  });

  test('sends one alert a day about all refused receipts', async () => {
    await shop.runOnce(async () => {
      await buyAs(PARENT, type);
      await buyAs('other@example.com', type);
      await runDaily(1);
      await buyAs('later@example.com', type);
      await runDaily(1);
    }, refuseBuyers);
    expect(await alertsAboutEmail()).toBe(2);
  });

  test('sends a single alert once Resend accepts email again', async () => {
    await setMailFaults(WRONG_KEY);
    await buyAs(PARENT, type);
    await runDaily(3);
    await setMailFaults(WORKS);
    await runDaily(3);
    expect(await alertsAboutEmail()).toBe(1);
  });
});

test('gives up on an announcement that Resend has refused for 30 days', async () => {
  await buyAs(PARENT, type);
  const { beginAnnouncement } = await import('../../netlify/jobs/announcements.ts');
  const since = Math.floor(Date.now() / 1000) + 1;
  await beginAnnouncement({ edition: 'new', sold: soldGuide('guide-1'), since, changes: '' });
  await setMailFaults(WRONG_KEY);
  await runDaily(32);
  expect(await redis.zcard('bulk:dev')).toBe(0);
});

test('keeps trying to send a withdrawal confirmation for more than 30 days', async () => {
  const { checkout } = catalog;
  Object.assign(catalog, { checkout: { withdrawal: true } });
  const session = await buyAs(PARENT, type);
  await setMailFaults(WRONG_KEY);
  await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  Object.assign(catalog, { checkout });
  await runDaily(33);
  expect(await waitingJobs()).toContain(`withdrawal:${session}`);
});

describe('a receipt that the mail service cannot send', () => {
  test.each([
    { name: 'the service is down', faults: { status: 503 } },
    { name: 'the daily quota is used up', faults: { status: 429, name: 'daily_quota_exceeded' } },
    {
      name: 'the monthly quota is used up',
      faults: { status: 429, name: 'monthly_quota_exceeded' },
    },
  ])(
    'keeps a receipt queued without an alert for more than 30 days while $name',
    async ({ faults }) => {
      await setMailFaults(faults);
      const session = await buyAs(PARENT, type);
      await runDaily(33);
      expect(await waitingJobs()).toEqual([`receipt:${session}`]);
    },
  );
});
