import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import type { Purchase } from '../../src/purchase/purchase.ts';
import { createPurchaseWatch } from '../../src/purchase/use-purchase.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pending: Purchase = { step: 'pending' };

/** Answers one after another, the last one again and again; an Error is a failed call. */
function answering(...answers: (Purchase | Error)[]) {
  let asked = 0;
  return async (): Promise<Purchase> => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
}

/** What the shop says to one who asks too often. */
const busy = () =>
  new ApiError(new Response(null, { status: 429, headers: { 'retry-after': '42' } }), null);

/** Runs to its end, and tells which steps it went through and how long it waited between. */
function startWatch() {
  const steps: string[] = [];
  const waiting = vi.spyOn(globalThis, 'setTimeout');
  const { view, start, stop } = createPurchaseWatch();
  view.subscribe(() => {
    const now = view.get();
    steps.push(now.step === 'pending' && !now.watching ? 'stalled' : now.step);
  });
  const run = async (check: () => Promise<Purchase>) => {
    const ended = start(check);
    await vi.runAllTimersAsync();
    await ended;
  };
  return { run, start, stop, steps, waits: () => waiting.mock.calls.map(([, ms]) => ms ?? 0) };
}

test('a settled answer ends the watch', async () => {
  const { run, steps } = startWatch();
  await run(answering({ step: 'none' }));
  expect(steps.at(-1)).toBe('none');
});

test('a pending payment is watched until it settles', async () => {
  const { run, steps } = startWatch();
  await run(answering(pending, pending, { step: 'failed' }));
  expect(steps.slice(-2)).toEqual(['pending', 'failed']);
});

test('a lost connection during the wait does not lose the order', async () => {
  const { run, steps } = startWatch();
  await run(answering(pending, new Error('offline'), { step: 'failed' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('failed');
});

test('a first check that fails is tried once more, and then unverified', async () => {
  const { run, steps, waits } = startWatch();
  await run(answering(new Error('down')));
  expect(steps.at(-1)).toBe('unverified');
  expect(waits()).toEqual([2000]);
});

test('a connection that is back at the second try has lost nothing', async () => {
  const { run, steps } = startWatch();
  await run(answering(new Error('offline'), { step: 'refunded' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('refunded');
});

test('a shop that asks to wait is asked again then, and nothing has failed', async () => {
  const { run, steps, waits } = startWatch();
  await run(answering(busy(), busy(), { step: 'refunded' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('refunded');
  expect(waits()).toEqual([42_000, 42_000]);
});

test('a shop that asks to wait while a bank is slow does not end the watch', async () => {
  const { run, steps } = startWatch();
  await run(answering(pending, busy(), { step: 'failed' }));
  expect(steps.slice(-2)).toEqual(['pending', 'failed']);
});

test('a shop that never does anything but ask to wait leaves the purchase unverified', async () => {
  const { run, steps } = startWatch();
  await run(answering(busy()));
  expect(steps.at(-1)).toBe('unverified');
});

test('a bank that never answers leaves the next check to the buyer', async () => {
  const { run, steps } = startWatch();
  await run(answering(pending));
  expect(steps.at(-1)).toBe('stalled');
  await run(answering({ step: 'none' }));
  expect(steps.slice(-2)).toEqual(['pending', 'none']);
});

test('a stopped watch says no more', async () => {
  const { start, stop, steps } = startWatch();
  const running = start(answering({ step: 'none' }));
  stop();
  await running;
  expect(steps).not.toContain('none');
});

test('it waits 2 seconds at first, then longer and longer up to 15, for about 10 minutes', async () => {
  const { run, waits } = startWatch();
  await run(answering(pending));
  const delays = waits();
  expect(delays[0]).toBe(2_000);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(15_000);
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeGreaterThanOrEqual(600_000);
  expect(total).toBeLessThan(620_000);
});
