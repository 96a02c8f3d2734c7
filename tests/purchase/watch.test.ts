import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import type { Check, Purchase } from '../../src/purchase/purchase.ts';
import { createPurchaseWatch } from '../../src/purchase/watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    location: { search: '?session_id=cs_test_1' },
    history: { state: null },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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
  const check = vi.fn<Check>();
  const { view, start, refresh } = createPurchaseWatch(check);
  view.subscribe(() => {
    const now = view.get();
    steps.push(now.step === 'pending' && !now.watching ? 'stalled' : now.step);
  });
  const run = async (answer: Check) => {
    check.mockImplementation(answer);
    const ended = start();
    await vi.runAllTimersAsync();
    await ended;
  };
  const look = (answer: Check) => {
    check.mockImplementation(answer);
    return refresh();
  };
  return { run, look, view, steps, waits: () => waiting.mock.calls.map(([, ms]) => ms ?? 0) };
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
  const { run, steps, waits } = startWatch();
  await run(answering(...answers));
  expect(steps.slice(-last.length)).toEqual(last);
  expect(steps.slice(0, -1)).not.toContain('unverified');
  expect(waits().slice(0, 4)).toEqual(waited);
});

test('a bank that never answers leaves the next check to the buyer', async () => {
  const { run, steps } = startWatch();
  await run(answering(pending));
  expect(steps.at(-1)).toBe('stalled');
  await run(answering({ step: 'none' }));
  expect(steps.slice(-2)).toEqual(['pending', 'none']);
});

test('a second start puts an end to the first', async () => {
  const { run, steps } = startWatch();
  const first = run(answering(pending));
  await run(answering(failed));
  await first;
  expect(steps).toEqual(['failed']);
});

test('what cannot be asked, or is pending, changes nothing on a page that knows more', async () => {
  const { run, look, view } = startWatch();
  await run(answering(failed));
  await look(answering(new Error('offline')));
  await look(answering(pending));
  expect(view.get()).toEqual(failed);
  await look(answering({ step: 'refunded' }));
  expect(view.get()).toEqual({ step: 'refunded' });
});

test('a page without a session asks nothing', async () => {
  vi.stubGlobal('window', { location: { search: '' }, history: { state: null } });
  const { run, view, waits } = startWatch();
  await run(answering(new Error('asked')));
  expect(view.get()).toEqual({ step: 'no-session' });
  expect(waits()).toEqual([]);
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
