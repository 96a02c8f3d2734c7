import { beforeEach, describe, expect, test } from 'vitest';
import type { Sale } from '../../netlify/stripe/session.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { buy } from '../shop/buying.ts';
import { saleFor } from '../shop/seed.ts';

const shop = await openMailShop();
const { runSchedule } = shop;
const { followingOf } = await import('../../netlify/orders/fulfil.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');

beforeEach(shop.startAnew);

const HOUR = 3600;
const now = (): number => Math.floor(Date.now() / 1000);
const paidAgo = (seconds: number): Sale =>
  saleFor(1, { createdAt: now() - seconds, paidAt: now() - seconds });

describe('an answer of Stripe’s enqueues', () => {
  const SESSION = { id: 'cs_test_1', isOfThisSite: true };
  const storeMade = (hoursAgo: number, sale: Sale | null = null) => ({
    sale,
    storeCreatedAt: now() - hoursAgo * HOUR,
  });
  const RECEIPT = { jobs: ['receipt:cs_test_1'] };
  const NONE = { jobs: [] };

  test('one receipt, once the order is paid', () => {
    const sale = paidAgo(5);
    expect(followingOf(SESSION, sale, storeMade(1000), 'webhook')).toEqual(RECEIPT);
    expect(followingOf(SESSION, sale, storeMade(1000, sale), 'webhook')).toEqual(NONE);
    for (const payment of ['pending', 'failed'] as const) {
      const before = saleFor(1, { payment, paidAt: null });
      expect(followingOf(SESSION, before, storeMade(1000), 'webhook')).toEqual(NONE);
      // It was stored as unpaid, so no receipt was sent, however long ago it was paid.
      const stored = storeMade(0, before);
      expect(followingOf(SESSION, paidAgo(50 * HOUR), stored, 'webhook')).toEqual(RECEIPT);
    }
  });

  // The mail service knows for 24 hours what it has sent.
  test.each([
    [23 * HOUR - 1, true],
    [23 * HOUR, false],
  ])('a receipt %d s after a payment from before the store was made: %s', (ago, isSent) => {
    const expected = isSent ? { ...RECEIPT, firstTryAt: now() - ago } : NONE;
    expect(followingOf(SESSION, paidAgo(ago), storeMade(0), 'webhook')).toEqual(expected);
    expect(followingOf(SESSION, paidAgo(ago), storeMade(1000), 'webhook')).toEqual(RECEIPT);
  });

  test('nothing for an order of another site on the same Stripe account', () => {
    const other = { ...SESSION, isOfThisSite: false };
    expect(followingOf(other, paidAgo(2 * HOUR), storeMade(1000), 'schedule')).toEqual(NONE);
  });

  test.each([
    ['webhook', HOUR + 1, false],
    ['return', HOUR + 1, false],
    ['schedule', HOUR, false],
    ['schedule', HOUR + 1, true],
  ] as const)('an alert if the %s found it after %d s: %s', (source, ago, isAlert) => {
    const { jobs } = followingOf(SESSION, paidAgo(ago), storeMade(1000), source);
    expect(jobs.some((job) => job.startsWith('alert:webhook/'))).toBe(isAlert);
  });
});

test.each([
  ['sent', 23 * HOUR, 1],
  ['unknown', 23 * HOUR + 1, 0],
])('a receipt whose answer was lost is %s %d s after its first try', async (is, seconds, tries) => {
  const session = await buy(shop, 'bundle');
  await shop.setMailFaults({ cutOff: true });
  await runSchedule();
  await shop.setMailFaults({});
  pass(seconds / 60);
  const before = shop.callsTo('mail');
  await runSchedule();
  expect(shop.callsTo('mail') - before).toBe(tries);
  expect((await readOrder(session))?.receipt?.is).toBe(is);
  expect(await shop.inbox()).toHaveLength(1);
});
