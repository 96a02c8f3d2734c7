import { beforeEach, expect, test, vi } from 'vitest';
import { followingOf } from '../../netlify/orders/fulfil.ts';
import type { Sale } from '../../netlify/stripe/session.ts';
import { environmentAt } from '../shop/services.ts';
import { saleFor } from '../shop/seed.ts';

const NOWHERE = 'http://localhost:1';
const { environment, mailEnvironment } = environmentAt({
  site: NOWHERE,
  stripe: NOWHERE,
  redis: NOWHERE,
  blobs: NOWHERE,
  mail: NOWHERE,
});
Object.assign(process.env, environment, mailEnvironment, { OWNER_EMAIL: 'owner@shop.example' });

const NOW = 1_800_000_000;
const HOUR = 3600;
const SITE = { id: 'cs_test_1', isOfThisSite: true };

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] }));

const paidAgo = (seconds: number, more: Partial<Sale> = {}): Sale =>
  saleFor(1, { createdAt: NOW - seconds, paidAt: NOW - seconds, ...more });

const NEW_STORE = { sale: null, storeCreatedAt: NOW };
const OLD_STORE = { sale: null, storeCreatedAt: NOW - 1000 * HOUR };
const receipt = { jobs: ['receipt:cs_test_1'] };
const none = { jobs: [] };

test('a paid order gets its receipt once', () => {
  const sale = paidAgo(5);
  expect(followingOf(SITE, sale, OLD_STORE, 'webhook')).toEqual(receipt);
  expect(followingOf(SITE, sale, { ...OLD_STORE, sale }, 'webhook')).toEqual(none);
});

test.each(['pending', 'failed'] as const)('a %s order gets none until it is paid', (payment) => {
  const before = saleFor(1, { payment, paidAt: null });
  expect(followingOf(SITE, before, OLD_STORE, 'webhook')).toEqual(none);
  const stored = { ...NEW_STORE, sale: before };
  // It was not paid before, so no receipt was sent, however long ago it was paid.
  expect(followingOf(SITE, paidAgo(50 * HOUR), stored, 'webhook')).toEqual(receipt);
});

test.each([
  ['paid before the store was made, as long as Resend knows the key', 23 * HOUR - 1, true],
  ['paid before the store was made, 23 hours ago', 23 * HOUR, false],
])('an order that was %s', (_what, ago, isSent) => {
  const expected = isSent ? { ...receipt, firstTryAt: NOW - ago } : none;
  expect(followingOf(SITE, paidAgo(ago), NEW_STORE, 'webhook')).toEqual(expected);
  expect(followingOf(SITE, paidAgo(ago), OLD_STORE, 'webhook')).toEqual(receipt);
});

test('an order of another site on the same Stripe account gets neither a receipt nor an alert', () => {
  const other = { ...SITE, isOfThisSite: false };
  expect(followingOf(other, paidAgo(2 * HOUR), OLD_STORE, 'schedule')).toEqual(none);
});

test.each([
  ['webhook', HOUR + 1, false],
  ['return', HOUR + 1, false],
  ['schedule', HOUR, false],
  ['schedule', HOUR + 1, true],
] as const)(
  'the owner hears of an order that the %s found after %d s: %s',
  (source, ago, hears) => {
    const { jobs } = followingOf(SITE, paidAgo(ago), OLD_STORE, source);
    expect(jobs.some((job) => job.startsWith('alert:webhook/'))).toBe(hears);
  },
);
