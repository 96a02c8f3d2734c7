import { describe, expect, test } from 'vitest';
import { dayIn, endOfDay, startOfDay } from '../../src/content/calendar.ts';
import { currentNotice } from '../../src/content/notice.ts';

test.each([
  { zone: 'America/New_York', day: '2026-07-04', start: '2026-07-04T00:00:00-04:00' },
  { zone: 'America/New_York', day: '2026-12-24', start: '2026-12-24T00:00:00-05:00' },
  { zone: 'Europe/Berlin', day: '2026-12-24', start: '2026-12-24T00:00:00+01:00' },
  { zone: 'Asia/Kolkata', day: '2026-12-24', start: '2026-12-24T00:00:00+05:30' },
  { zone: 'UTC', day: '2026-12-24', start: '2026-12-24T00:00:00+00:00' },
])('returns $start as the start of $day in $zone', ({ zone, day, start }) => {
  expect(startOfDay(day, zone)).toBe(start);
});

test.each([
  { name: 'clocks go forward', day: '2026-03-08', start: '2026-03-08T00:00:00-05:00', hours: 23 },
  { name: 'clocks go back', day: '2026-11-01', start: '2026-11-01T00:00:00-04:00', hours: 25 },
])('counts $hours hours on the day when $name', ({ day, start, hours }) => {
  const zone = 'America/New_York';
  expect(startOfDay(day, zone)).toBe(start);
  expect(endOfDay(day, zone) - Date.parse(start)).toBe(hours * 60 * 60 * 1000);
});

test('returns the local day in each time zone', () => {
  const at = new Date('2026-11-01T03:00:00Z');
  expect(dayIn('UTC', at)).toBe('2026-11-01');
  expect(dayIn('America/New_York', at)).toBe('2026-10-31');
});

describe('a notice', () => {
  const written = { text: 'A sale', until: new Date('2026-11-29') };
  const zone = 'America/Los_Angeles';

  test.each([
    { when: 'in the last second of its last day', at: '2026-11-29T23:59:59-08:00' },
    { when: 'when it is already the next day in London', at: '2026-11-30T07:00:00Z' },
  ])('shows a notice $when', ({ at }) => {
    expect(currentNotice(written, zone, Date.parse(at))).toBeDefined();
  });

  test.each([
    { when: 'in the first second of the next day', at: '2026-11-30T00:00:00-08:00' },
    { when: 'a year later', at: '2027-11-29T12:00:00-08:00' },
  ])('hides a notice $when', ({ at }) => {
    expect(currentNotice(written, zone, Date.parse(at))).toBeUndefined();
  });

  test('returns undefined if there is no notice', () => {
    expect(currentNotice(undefined, zone)).toBeUndefined();
  });
});
