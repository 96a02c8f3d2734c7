import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, daysAfter } from '../../netlify/orders/days.ts';
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
    const [before, after] = [secondsOf(day) - 1, secondsOf(day) + DAY_IN_SECONDS];
    expect(around).toEqual([dayOf(before, 'UTC'), day, day, dayOf(after, 'UTC')]);
  });

  test('is followed by the next one, in every zone and at any second', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const second = fc.integer({ min: secondsOf('2026-01-01'), max: secondsOf('2040-01-01') });
    fc.assert(
      fc.property(zone, second, (timeZone, at) => {
        const day = dayOf(at, timeZone);
        expect(Math.abs(secondsOf(day) - at)).toBeLessThan(2 * DAY_IN_SECONDS);
        // The CSV looks for a day's orders from here on.
        expect(secondsOf(day) - DAY_IN_SECONDS).toBeLessThan(at);
        const next = dayOf(at + DAY_IN_SECONDS + 3600, timeZone);
        expect([daysAfter(day, 1), daysAfter(day, 2)]).toContain(next);
      }),
      { numRuns: byDepth(2000, 50_000) },
    );
  });
});

test('the days after go over the ends of months and years', () => {
  expect(daysAfter('2028-02-20', 14)).toBe('2028-03-05');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
});
