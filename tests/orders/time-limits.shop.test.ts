import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buy, deliveryOf } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { type Meet, neverTimeOut } from '../shop/runs.ts';

const shop = await openMailShop();

beforeEach(shop.startAnew);
afterEach(() => void vi.useRealTimers());

test('calls Stripe once, for less than two seconds, for a webhook if Stripe never responds', async () => {
  await buy(shop, 'bundle');
  const deliver = await deliveryOf(shop, 'checkout.session.completed');
  const calls = shop.callsTo('stripe');
  shop.failStripe('slow');
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const { status } = await deliver();
  const delaysInMs = timer.mock.calls.map(([, delay]) => delay ?? 0);
  timer.mockRestore();
  expect(status).toBe(502);
  expect(shop.callsTo('stripe') - calls).toBeLessThanOrEqual(1);
  expect(Math.max(...delaysInMs)).toBeLessThan(2000);
});

/** Netlify ends a scheduled function after this time. */
const NETLIFY_LIMIT_IN_MS = 30_000;

test('ends a schedule run before Netlify would end it, even if its last job hangs', async () => {
  await buy(shop, 'bundle');
  const sending = Promise.withResolvers<void>();
  const neverSent: Meet = (_call, send, { url }) => {
    if (!url.endsWith('/emails')) return send();
    sending.resolve();
    return new Promise(() => {});
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.now() });
  const run = shop.runOnce(shop.runSchedule, neverSent);
  await sending.promise;
  await vi.advanceTimersByTimeAsync(NETLIFY_LIMIT_IN_MS - 1);
  const response = await run;
  expect(response !== 'crashed' && (await response.json())).toMatchObject({ isOutOfTime: true });
});

// The mail client's timeout runs in real time, but this file's clock does not.
neverTimeOut();
