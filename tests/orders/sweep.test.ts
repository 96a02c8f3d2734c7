import { expect, test } from 'vitest';
import { type ListProgress, finish, gapOf, sweepFrom } from '../../netlify/orders/sweep.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOW = 1_795_000_000;

/** How long ago the last good sweep began, and the last good one over 72 hours. */
const doneAgo = (done: number, allDone: number): ListProgress => ({
  doneAt: NOW - done,
  allDoneAt: NOW - allDone,
});

test.each<
  readonly [when: string, ListProgress, reads: number, isOfAll: boolean, gap: number | null]
>([
  ['that was never read is read as far back as Stripe lists', {}, 30 * DAY, true, null],
  ['goes on an hour before the last good sweep', doneAgo(600, 2 * HOUR), 600 + HOUR, false, null],
  ['is read over 72 hours again once a day', doneAgo(600, DAY), 3 * DAY, true, null],
  ['is read on from before an outage', doneAgo(10 * DAY, 10 * DAY), 10 * DAY + HOUR, true, null],
  ['is not read beyond what Stripe lists', doneAgo(32 * DAY, 32 * DAY), 30 * DAY, true, 32 * DAY],
])('a list %s', (_when, progress, reads, isOfAll, gap) => {
  const sweep = sweepFrom(progress, NOW);
  expect(sweep).toEqual({ began: NOW, since: NOW - reads, isOfAll, hasFailed: false });
  expect(gapOf(progress, sweep)).toBe(gap === null ? null : NOW - gap);
});

test('a sweep that had to stop is continued', () => {
  const sweep = { began: NOW - 600, since: 5, isOfAll: true, after: 'cs_1', hasFailed: true };
  const progress = { ...doneAgo(DAY, DAY), sweep };
  expect(sweepFrom(progress, NOW)).toEqual(sweep);
  expect(gapOf(progress, sweep)).toBeNull();
});

test('a sweep counts as done where all of it was brought up to date', () => {
  const progress = doneAgo(DAY, 2 * DAY);
  const sweep = { began: NOW, since: 5, isOfAll: false, hasFailed: false };
  expect(finish(progress, sweep)).toEqual({ ...progress, doneAt: NOW });
  expect(finish(progress, { ...sweep, isOfAll: true })).toEqual({ doneAt: NOW, allDoneAt: NOW });
  expect(finish({ ...progress, sweep }, { ...sweep, hasFailed: true })).toEqual(progress);
});
