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
const failed: Purchase = { step: 'failed' };
const offline = new Error('offline');
/** What the shop says to one who asks too often. */
const busy = new ApiError(
  new Response(null, { status: 429, headers: { 'retry-after': '42' } }),
  null,
);

/** Answers one after another, the last one again and again; an Error is a failed call. */
function answering(...answers: (Purchase | Error)[]) {
  let asked = 0;
  return async (): Promise<Purchase> => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
}

/** Runs to its end. Answers which steps it went through and how long it waited between. */
async function watch(answers: readonly (Purchase | Error)[], isPending = false) {
  const steps: string[] = [];
  const waiting = vi.spyOn(globalThis, 'setTimeout');
  const ended = watchPurchase({
    check: answering(...answers),
    isPending,
    show: (now) => steps.push(now.step === 'pending' && !now.watching ? 'stalled' : now.step),
    signal: new AbortController().signal,
  });
  await vi.runAllTimersAsync();
  await ended;
  return { steps, waits: waiting.mock.calls.map(([, ms]) => ms ?? 0) };
}

test.each([
  ['a settled answer ends the watch', [failed], ['failed'], []],
  ['a pending payment is watched', [pending, pending, failed], ['pending', 'failed'], [2000, 3000]],
  [
    'a lost connection loses nothing',
    [pending, offline, failed],
    ['pending', 'failed'],
    [2000, 3000],
  ],
  [
    'a busy shop is asked when it says',
    [pending, busy, failed],
    ['pending', 'failed'],
    [2000, 42_000],
  ],
  ['a first check that fails is tried once more', [offline, failed], ['failed'], [2000]],
  ['a second failure is told', [offline], ['unverified'], [2000]],
])('%s', async (_what, answers, steps, waits) => {
  expect(await watch(answers)).toEqual({ steps, waits });
});

test('a shop that is busy at first is asked when it says, and again', async () => {
  const waits = [42_000, 42_000];
  expect(await watch([busy, busy, failed])).toEqual({ steps: ['failed'], waits });
});

test('a shop that is always busy tells nothing', async () => {
  expect((await watch([busy])).steps).toEqual(['unverified']);
});

test('a page that says "pending" already says it once, and is asked longer', async () => {
  expect((await watch([offline, offline, failed], true)).steps).toEqual(['failed']);
});

test('a watch that is ended shows nothing any more', async () => {
  const ends = new AbortController();
  const show = vi.fn<(view: PurchaseView) => void>();
  const check = answering(pending, failed);
  const ended = watchPurchase({ check, isPending: true, show, signal: ends.signal });
  await vi.advanceTimersByTimeAsync(0);
  ends.abort();
  await vi.runAllTimersAsync();
  await ended;
  expect(show).not.toHaveBeenCalled();
});

test('it asks for 10 minutes, after 2 seconds at first and 15 at last, and then the buyer must', async () => {
  const { steps, waits } = await watch([pending]);
  expect(steps).toEqual(['pending', 'stalled']);
  expect([waits[0], waits.at(-1)]).toEqual([2_000, 15_000]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  expect(Math.floor(total / 20_000)).toBe(30);
});
