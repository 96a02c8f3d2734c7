import { catalog } from './catalog.ts';

const DAY_IN_MS = 24 * 3600 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes twenty times as long as using it. */
const dayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
};

/**
 * `at` is Unix time in seconds. The time zone is the shop's by default.
 * @example dayOf(1_795_294_800) // "2026-11-21"
 */
export const dayOf = (at: number, timeZone = catalog.time_zone): string => {
  const parts = dayFormat(timeZone).formatToParts(at * 1000);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
};

/** @example daysAfter('2026-11-30', 1) // "2026-12-01" */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_IN_MS).toISOString().slice(0, 10);

/** @example formatDay('2026-11-22') // "November 22, 2026" */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/**
 * In the shop's time zone. `at` is Unix time in seconds.
 * @example formatTime(1_795_532_645) // "November 24, 2026 at 3:04:05 PM UTC"
 */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: catalog.time_zone,
  }).format(at * 1000);
