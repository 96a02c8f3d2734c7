import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, daysAfter } from '../../netlify/shop/words.ts';
import { byDepth } from '../depth.ts';

const DAY_IN_SECONDS = 24 * 3600;
const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

describe('a day', () => {
  test.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00Z', 24],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    // This one has no midnight: its clocks go from 23:59 to 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
    // And this one has 23:00 to 23:59 twice.
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00Z', 25],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00Z', 24],
  ])('of %s, %s, begins at %s and has %d hours', (timeZone, day, begins, hours) => {
    const first = secondsOf(begins);
    const next = first + hours * 3600;
    const around = [first - 1, first, next - 1, next].map((at) => dayOf(at, timeZone));
    expect(around).toEqual([daysAfter(day, -1), day, day, daysAfter(day, 1)]);
  });

  test('is within a day of UTC’s, in every zone and at any second', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const second = fc.integer({ min: secondsOf('2026-01-01'), max: secondsOf('2040-01-01') });
    fc.assert(
      fc.property(zone, second, (timeZone, at) => {
        const begins = secondsOf(dayOf(at, timeZone));
        // A period's orders are looked for from a day before it to a day after it.
        expect(at).toBeGreaterThan(begins - DAY_IN_SECONDS);
        expect(at).toBeLessThan(begins + 2 * DAY_IN_SECONDS);
      }),
      { numRuns: byDepth(2000, 50_000) },
    );
  });
});

test.each([
  ['2028-02-20', 14, '2028-03-05'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-11-21', 0, '2026-11-21'],
])('%s and %d days are %s', (day, count, expected) => {
  expect(daysAfter(day, count)).toBe(expected);
});
