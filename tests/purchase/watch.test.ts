import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import type { Purchase } from '../../src/purchase/purchase.ts';
import { watchPurchase } from '../../src/purchase/use-purchase.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pending: Purchase = { step: 'pending' };
const failed: Purchase = { step: 'failed' };
const offline = new Error('offline');
/** The shop's answer to too many calls. */
const refusal = new Response(null, { status: 429, headers: { 'retry-after': '42' } });
const busy = new ApiError(refusal, null);

/**
 * Watches a purchase with these answers, of which the last one repeats; an Error is a failed call. Returns the steps and
 * the waits between the calls.
 */
async function watch(answers: readonly (Purchase | Error)[], isEnded = false) {
  const steps: string[] = [];
  const waiting = vi.spyOn(globalThis, 'setTimeout');
  const ends = new AbortController();
  let asked = 0;
  const check = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
  const ended = watchPurchase(check, (now) => steps.push(now.step), ends.signal);
  await vi.advanceTimersByTimeAsync(0);
  if (isEnded) ends.abort();
  await vi.runAllTimersAsync();
  await ended;
  return { steps, waits: waiting.mock.calls.flatMap(([, ms]) => (ms ? [ms] : [])) };
}

test.each([
  ['a settled answer ends the watch', [failed], ['failed'], [], false],
  ['a pending payment is watched', [pending, pending, failed], ['pending', 'failed'], [2, 3]],
  ['a busy shop is asked when it says', [pending, busy, failed], ['pending', 'failed'], [2, 42]],
  ['a first check that fails is tried once more', [offline, failed], ['failed'], [2]],
  ['a second failure is shown', [offline], ['unverified'], [2]],
  [
    'a lost connection loses nothing',
    [pending, offline, offline, failed],
    ['pending', 'failed'],
    [2, 3, 4.5],
  ],
  ['a watch that is ended shows nothing more', [pending, failed], ['pending'], [2], true],
])('%s', async (_what, answers, steps, seconds, isEnded = false) => {
  const waits = seconds.map((wait) => wait * 1000);
  expect(await watch(answers, isEnded)).toEqual({ steps, waits });
});

test('a purchase at a shop that is always busy is unverified', async () => {
  expect((await watch([busy])).steps).toEqual(['unverified']);
});

test('it asks for 10 minutes, after 2 seconds at first and 15 at last, and then the buyer must', async () => {
  const { steps, waits } = await watch([pending]);
  expect(steps).toEqual(['pending']);
  expect([waits[0], waits.at(-1)]).toEqual([2_000, 15_000]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  expect(Math.floor(total / 20_000)).toBe(30);
});
