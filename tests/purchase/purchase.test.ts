import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { textOf } from '../../src/contract/orders.ts';
import { type Purchase, checkOrder, checkWithFiles } from '../../src/purchase/verify-purchase.ts';
import { currentSessionId, hideSessionId } from '../../src/purchase/session-id.ts';
import { watchPurchase } from '../../src/purchase/watch-purchase.ts';
import { orderFor } from '../e2e/answers.ts';
import { fakeApi, unreachable } from './fakes.ts';

const order = orderFor('bundle');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

test('each check of the download page asks for the links too', async () => {
  fakeApi({ '/api/verify-payment': (asked) => ({ status: 'paid', order, files: [asked] }) });
  const files = [{ sessionId: 'cs_1', files: true }];
  await expect(checkWithFiles('cs_1')).resolves.toEqual({ step: 'paid', order, files });
});

test('a failed verification is logged, and the order is looked for; not so on the download page', async () => {
  fakeApi({ '/api/verify-payment': unreachable, '/api/orders': () => ({ order }) });
  await expect(checkOrder('cs_1')).resolves.toEqual({ step: 'paid', order, files: [] });
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Payment verification:', 'Error: offline');
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});

test('no email is promised before the shop says that it has an address', () => {
  const words = { text: 'Paid.', withMail: 'It is on its way.', withoutMail: 'Keep the link.' };
  expect(textOf(words, undefined)).toBe('Paid.');
});

const openAt = (search: string, state: unknown = null) => {
  const history = {
    state,
    replaceState: (next: unknown, _title: string, address: string) => {
      history.state = next;
      window.location.search = new URL(address, 'https://shop.example').search;
    },
  };
  const window = { location: { pathname: '/payment-success', search }, history };
  vi.stubGlobal('window', window);
  return window;
};

const longest = `cs_live_${'a'.repeat(58)}`;

test.each([
  ['?session_id=cs_test_123&x=1', null, 'cs_test_123'],
  [`?session_id=${longest}`, null, longest],
  [`?session_id=${longest}a`, null, null],
  ['?session_id=cs_test_123).&utm_source=mail&fbclid=x', null, 'cs_test_123'],
  ['?session_id=', 'cs_test_1', null],
  ['', { sessionId: 'cs_test_1' }, 'cs_test_1'],
  ['?session_id=cs_test_2', { sessionId: 'cs_test_1' }, 'cs_test_2'],
  ['', { sessionId: '<script>' }, null],
])('the query %j and the history entry %j name the session %j', (query, state, session) => {
  openAt(query, state);
  expect(currentSessionId()).toBe(session);
});

test('a session id that is hidden, even twice, leaves the address and is found all the same', () => {
  const { location } = openAt('?session_id=cs_test_1&utm_source=mail');
  hideSessionId();
  hideSessionId();
  expect([location.search, currentSessionId()]).toEqual(['', 'cs_test_1']);
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
