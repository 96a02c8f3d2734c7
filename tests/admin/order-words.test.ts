import { expect, test, vi } from 'vitest';
import { downloadWords } from '../../src/admin/orders/OrderFacts.tsx';
import { foundWords, isLate } from '../../src/admin/orders/Reconciler.tsx';
import { dayWords, localTime, timeAgo, utcTime } from '../../src/admin/time.ts';
import { ApiError } from '../../src/api/request.ts';
import { orderRow } from './sample-data.ts';

vi.stubGlobal('window', { location: new URL('http://localhost/admin-orders') });
const { accessChangeFor, doneWords, failedWords } =
  await import('../../src/admin/orders/OrderAccess.tsx');
const { meaningOf } = await import('../../src/admin/orders/OrderDialog.tsx');

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:56:00Z', '4 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
])('%s is %s', (at, words) => {
  expect(timeAgo(at, NOW)).toBe(words);
});

test('a time and a day are told exactly, and the year only where it is another', () => {
  expect(utcTime('2026-11-21T14:05:09.000Z')).toBe('2026-11-21 14:05 UTC');
  expect(localTime('2026-06-15T14:05:00Z', NOW)).not.toContain('2026');
  expect(localTime('2025-06-15T14:05:00Z', NOW)).toContain('2025');
  expect([dayWords('2026-11-01', 'short'), dayWords('2026-11', 'short')]).toEqual([
    'Nov 1',
    'Nov 2026',
  ]);
});

test('the comparison with Stripe is late after half an hour', () => {
  expect(isLate({ at: '2026-11-21T11:30:00Z' }, NOW)).toBe(false);
  expect(isLate({ at: '2026-11-21T11:29:59Z' }, NOW)).toBe(true);
});

test.each([
  [[], 0, 'nothing missing'],
  [['a'], 0, '1 order brought up to date'],
  [['a', 'b'], 3, '2 orders brought up to date; 3 couldn’t be read and will be retried'],
])('a comparison that healed %j and failed %i times is told', (healed, failed, words) => {
  expect(foundWords({ healed, failed })).toBe(words);
});

test.each([
  ['paid', 'blocked', /^Block downloads: The buyer’s links stop working right away/],
  [
    'blocked',
    'open',
    /^Unblock: This only lifts your block\. .*refunded or disputed, downloads stay/,
  ],
  ['refunded', 'open', /^Allow downloads anyway: .*was refunded/],
  ['disputed', 'open', /^Allow downloads anyway: .*is disputed/],
] as const)('the files of a %s order can become %s, with a question', (status, access, words) => {
  const change = accessChangeFor({ status });
  expect(change?.access).toBe(access);
  expect(`${change?.label}: ${change?.question}`).toMatch(words);
});

test.each(['pending', 'failed'] as const)('a %s order has no files to take', (status) => {
  expect(accessChangeFor({ status })).toBeNull();
});

test.each([
  ['blocked', 'Downloads are blocked.'],
  ['paid', 'Downloads are open again.'],
  ['refunded', 'Your block is lifted. Downloads stay blocked because the order was refunded.'],
  ['disputed', 'Your block is lifted. Downloads stay blocked because the payment is disputed.'],
] as const)('a change after which an order is %s is told', (status, words) => {
  expect(doneWords({ status })).toBe(words);
});

const failed = (problem: object | null): string =>
  failedWords(new ApiError(new Response(null, { status: 503 }), problem));

test('only an answer of the shop says that nothing changed', () => {
  expect(failed({ code: 'temporarily_unavailable', detail: 'Wait.' })).toBe(
    'Nothing changed. Wait.',
  );
  for (const words of [failed(null), failedWords(new TypeError('Failed to fetch'))]) {
    expect(words).toContain('can’t tell');
  }
});

test.each([
  [0, 'The buyer can download.'],
  [200, '$2.00 was refunded. The buyer can download.'],
  [1999, 'The full amount was refunded. The buyer can download.'],
])('an order says how much of its money went back: %i cents', (refunded, words) => {
  expect(meaningOf(orderRow({ refunded }))).toBe(words);
});

test('downloads are counted in words', () => {
  const words = [0, 1, 1200].map(downloadWords);
  expect(words).toEqual(['Not downloaded yet', '1 download', '1,200 downloads']);
});
