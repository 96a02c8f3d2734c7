import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import type { Purchase } from '../../src/purchase/purchase.ts';
import { type PurchaseView, watchPurchase } from '../../src/purchase/use-purchase.ts';

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
async function watch(check: () => Promise<Purchase>, isPending = false) {
  const steps: string[] = [];
  const waiting = vi.spyOn(globalThis, 'setTimeout');
  const ended = watchPurchase({
    check,
    isPending,
    show: (now) => steps.push(now.step === 'pending' && !now.watching ? 'stalled' : now.step),
    signal: new AbortController().signal,
  });
  await vi.runAllTimersAsync();
  await ended;
  return { steps, waits: waiting.mock.calls.map(([, ms]) => ms ?? 0) };
}

const failed: Purchase = { step: 'failed' };

test.each([
  ['a settled answer ends the watch', [{ step: 'none' }], ['none'], []],
  ['a pending payment is watched', [pending, pending, failed], ['pending', 'failed'], [2000, 3000]],
  [
    'a lost connection meanwhile loses nothing',
    [pending, new Error('offline'), failed],
    ['failed'],
    [2000, 3000],
  ],
  [
    'a shop that asks to wait does not end it',
    [pending, busy(), failed],
    ['pending', 'failed'],
    [2000, 42_000],
  ],
  ['a first check that fails is tried once more', [new Error('down')], ['unverified'], [2000]],
  ['a second try may be enough', [new Error('offline'), failed], ['failed'], [2000]],
  [
    'a busy shop is asked again when it says',
    [busy(), busy(), failed],
    ['failed'],
    [42_000, 42_000],
  ],
  [
    'a shop that is always busy tells nothing',
    [busy()],
    ['unverified'],
    [42_000, 42_000, 42_000, 42_000],
  ],
] as const)('%s', async (_what, answers, last, waited) => {
  const { steps, waits } = await watch(answering(...answers));
  expect(steps.slice(-last.length)).toEqual(last);
  expect(steps.slice(0, -1)).not.toContain('unverified');
  expect(waits.slice(0, 4)).toEqual(waited);
});

test('a bank that never answers leaves the next check to the buyer', async () => {
  expect((await watch(answering(pending))).steps).toEqual(['pending', 'stalled']);
});

test('a page that says "pending" already says it once, and is asked longer', async () => {
  const { steps } = await watch(
    answering(new Error('offline'), new Error('offline'), failed),
    true,
  );
  expect(steps).toEqual(['failed']);
});

test('a watch that is ended shows nothing any more', async () => {
  const ends = new AbortController();
  const show = vi.fn<(view: PurchaseView) => void>();
  const ended = watchPurchase({
    check: answering(pending, failed),
    isPending: true,
    show,
    signal: ends.signal,
  });
  await vi.advanceTimersByTimeAsync(0);
  ends.abort();
  await vi.runAllTimersAsync();
  await ended;
  expect(show).not.toHaveBeenCalled();
});

test('it waits 2 seconds at first, then longer and longer up to 15, for about 10 minutes', async () => {
  const { waits: delays } = await watch(answering(pending));
  expect(delays[0]).toBe(2_000);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(15_000);
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeGreaterThanOrEqual(600_000);
  expect(total).toBeLessThan(620_000);
});
