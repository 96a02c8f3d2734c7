import { guideLink } from '../guide-link.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { textOf } from '../../src/contract/orders.ts';
import { type Purchase, checkOrder, checkWithFiles } from '../../src/purchase/verify-purchase.ts';
import { currentSessionId } from '../../src/purchase/session-id.ts';
import { watchPurchase } from '../../src/purchase/watch-purchase.ts';
import { orderFor } from '../e2e/answers.ts';
import { fakeApi, unreachable } from './fakes.ts';

const order = orderFor('bundle');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

test('requests the file links in each check on the download page', async () => {
  fakeApi({ '/api/verify-payment': (asked) => ({ status: 'paid', order, files: [asked] }) });
  const purchase = await checkWithFiles('cs_1');
  expect(purchase).toMatchObject({ step: 'paid', files: [{ sessionId: 'cs_1', files: true }] });
});

const FILE = guideLink('/api/files/ticket', 'guide.pdf');

test.each([
  {
    name: 'an order with all of its files',
    response: { files: [FILE], preparing: [] },
    step: 'paid',
  },
  {
    name: 'an order with some of its files',
    response: { files: [FILE], preparing: ['Guide 2'] },
    step: 'paid',
  },
  {
    name: 'an order whose files are not uploaded yet',
    response: { fileState: 'preparing', files: [], preparing: ['Guide 1'] },
    step: 'preparing',
  },
  {
    name: 'an order without an active product',
    response: { fileState: 'unavailable', files: [] },
    step: 'unavailable',
  },
  {
    name: 'a withdrawn order',
    response: { files: [FILE], preparing: [], withdrawn: 'December 1, 2026' },
    step: 'withdrawn',
  },
  { name: 'an order whose files could not be read', response: {}, step: 'paid' },
])('shows the step “$step” for $name', async ({ response, step }) => {
  fakeApi({ '/api/verify-payment': () => ({ status: 'paid', order, ...response }) });
  expect(await checkWithFiles('cs_1')).toMatchObject({ step, order });
});

test.each(['failed', 'unmatched', 'refunded', 'disputed', 'blocked'] as const)(
  'shows the status “%s” of an order but none of its files',
  async (status) => {
    fakeApi({ '/api/verify-payment': () => ({ status, order, hasEmail: true }) });
    expect(await checkWithFiles('cs_1')).toEqual({ step: status, hasEmail: true });
  },
);

test('shows the recorded order on the payment-success page if the verification fails', async () => {
  fakeApi({ '/api/verify-payment': unreachable, '/api/orders': () => ({ order }) });
  expect(await checkOrder('cs_1')).toEqual({ step: 'paid', order, files: [], preparing: [] });
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Payment verification:', 'Error: offline');
});

test('reports a failed verification as an error on the download page', async () => {
  fakeApi({ '/api/verify-payment': unreachable, '/api/orders': () => ({ order }) });
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});

const WORDS = { text: 'Paid.', withMail: 'It is on its way.', withoutMail: 'Keep the link.' };

test.each([
  {
    name: 'promises an email for an order with an email address',
    hasEmail: true,
    text: 'Paid. It is on its way.',
  },
  {
    name: 'promises no email for an order without an email address',
    hasEmail: false,
    text: 'Paid. Keep the link.',
  },
  { name: 'does not mention email before the order is read', hasEmail: undefined, text: 'Paid.' },
])('$name', ({ hasEmail, text }) => {
  expect(textOf(WORDS, hasEmail)).toBe(text);
});

const LONGEST_ID = `cs_live_${'a'.repeat(58)}`;

test.each([
  {
    name: 'followed by another parameter',
    search: '?session_id=cs_test_123&x=1',
    session: 'cs_test_123',
  },
  { name: 'of 66 characters', search: `?session_id=${LONGEST_ID}`, session: LONGEST_ID },
  {
    name: 'with trailing characters from a copied link',
    search: '?session_id=cs_test_123).&utm_source=mail&fbclid=x',
    session: 'cs_test_123',
  },
])('reads a session id $name', ({ search, session }) => {
  vi.stubGlobal('window', { location: { search } });
  expect(currentSessionId()).toBe(session);
});

test.each([
  { name: 'whose session id is too long', search: `?session_id=${LONGEST_ID}a` },
  { name: 'whose session id is empty', search: '?session_id=' },
  { name: 'without a session id', search: '' },
])('returns no session id for a query string $name', ({ search }) => {
  vi.stubGlobal('window', { location: { search } });
  expect(currentSessionId()).toBeNull();
});

const pending: Purchase = { step: 'pending', order };
const failed: Purchase = { step: 'failed' };
const offline = new Error('offline');
/** The shop's response to too many calls. */
const refusal = new Response(null, { status: 429, headers: { 'retry-after': '42' } });
const busy = new ApiError(refusal, null);

type Result = Purchase | Error;

/** Watches a purchase. If the result of `check` is an error, it is thrown. */
function startWatch(check: (number: number, atMs: number) => Result | Promise<Result>) {
  const steps: string[] = [];
  const checkTimes: number[] = [];
  const startedAt = performance.now();
  const watcher = new AbortController();
  const ended = watchPurchase(
    async () => {
      const atMs = performance.now() - startedAt;
      checkTimes.push(atMs);
      const result = await check(checkTimes.length - 1, atMs);
      if (result instanceof Error) throw result;
      return result;
    },
    (view) => steps.push(view.step),
    watcher.signal,
  );
  const secondsOfChecks = () => checkTimes.map((ms) => ms / 1000);
  return { ended, steps, secondsOfChecks, watcher, elapsed: () => performance.now() - startedAt };
}

/** Watches a purchase to the end. The checks return these results and then repeat the last one. */
async function watch(results: readonly Result[]) {
  const started = startWatch((number) => results[Math.min(number, results.length - 1)] ?? offline);
  await vi.runAllTimersAsync();
  await started.ended;
  return { steps: started.steps, checks: started.secondsOfChecks(), elapsed: started.elapsed() };
}

const hang = (seconds: number, result: Result): Promise<Result> =>
  new Promise((resolve) => setTimeout(() => resolve(result), seconds * 1000));

test.each([
  {
    name: 'stops checking after a final result',
    results: [failed],
    steps: ['failed'],
    checks: [0],
  },
  {
    name: 'checks a pending payment again',
    results: [pending, pending, failed],
    steps: ['pending', 'failed'],
    checks: [0, 2, 5],
  },
  {
    name: 'waits for as long as a busy shop asks',
    results: [pending, busy, failed],
    steps: ['pending', 'failed'],
    checks: [0, 2, 44],
  },
  {
    name: 'shows “delayed” after the first failure',
    results: [offline, failed],
    steps: ['delayed', 'failed'],
    checks: [0, 2],
  },
  {
    name: 'shows “delayed” while the shop is busy',
    results: [busy, failed],
    steps: ['delayed', 'failed'],
    checks: [0, 42],
  },
  {
    name: 'keeps showing a pending payment while the connection is lost',
    results: [pending, offline, offline, failed],
    steps: ['pending', 'failed'],
    checks: [0, 2, 5, 9.5],
  },
])('$name', async ({ results, steps, checks }) => {
  expect(await watch(results)).toMatchObject({ steps, checks });
});

test('shows no more steps after the checks are stopped', async () => {
  const { ended, steps, watcher } = startWatch((number) => (number === 0 ? pending : failed));
  await vi.advanceTimersByTimeAsync(0);
  watcher.abort();
  await vi.runAllTimersAsync();
  await ended;
  expect(steps).toEqual(['pending']);
});

test('shows the result of a purchase after 40 seconds of failures', async () => {
  const { ended, steps } = startWatch((_, atMs) => (atMs < 40_000 ? offline : failed));
  await vi.runAllTimersAsync();
  await ended;
  expect(steps).toEqual(['delayed', 'failed']);
});

test('shows “unverified” after a minute of failures and one last check', async () => {
  const { steps, checks } = await watch([offline]);
  expect(steps).toEqual(['delayed', 'unverified']);
  expect(checks.at(-1)).toBe(60);
});

test('shows “delayed” while the first check hangs and then shows its late result', async () => {
  const { ended, steps } = startWatch(() => hang(12, failed));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual(['delayed']);
  await vi.runAllTimersAsync();
  await ended;
  expect(steps).toEqual(['delayed', 'failed']);
});

// On payment-success, a hanging check makes two requests, each with a time limit.
test.each([15, 30])(
  'shows “unverified” after about a minute of checks that hang for %i s',
  async (seconds) => {
    const { ended, steps, elapsed } = startWatch(() => hang(seconds, offline));
    await vi.runAllTimersAsync();
    await ended;
    expect(steps).toEqual(['delayed', 'unverified']);
    expect(elapsed()).toBeGreaterThanOrEqual(60_000);
    expect(elapsed()).toBeLessThan(90_000);
  },
);

test('checks again immediately when the phone is back online', async () => {
  let isOnline = false;
  const { ended, steps, secondsOfChecks } = startWatch(() => (isOnline ? failed : offline));
  await vi.advanceTimersByTimeAsync(30_000);
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  await ended;
  expect(steps).toEqual(['delayed', 'failed']);
  expect(secondsOfChecks().at(-1)).toBe(30);
});

test('waits for as long as a busy shop asks even if the phone comes back online', async () => {
  const { ended, secondsOfChecks } = startWatch((number) => (number === 0 ? busy : failed));
  await vi.advanceTimersByTimeAsync(10_000);
  window.dispatchEvent(new Event('online'));
  await vi.runAllTimersAsync();
  await ended;
  expect(secondsOfChecks()).toEqual([0, 42]);
});

// The browser freezes the page while the buyer confirms the payment in the bank's app.
test('keeps checking after a page was frozen for minutes', async () => {
  const { ended, steps } = startWatch((number) => (number === 0 ? hang(5 * 60, offline) : failed));
  await vi.runAllTimersAsync();
  await ended;
  expect(steps).toEqual(['delayed', 'failed']);
});

test('shows “unverified” if the shop is always busy', async () => {
  expect((await watch([busy])).steps).toEqual(['delayed', 'unverified']);
});

test('checks a pending payment for ten minutes, at intervals that grow to 15 seconds', async () => {
  const { steps, checks, elapsed } = await watch([pending]);
  expect(steps).toEqual(['pending']);
  const waits = checks.slice(1).map((at, index) => at - (checks[index] ?? 0));
  expect([waits[0], waits.at(-1)]).toEqual([2, 15]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(elapsed).toBeGreaterThanOrEqual(10 * 60_000);
  expect(elapsed).toBeLessThan(11 * 60_000);
});
