import { catalog } from './catalog.ts';

const DAY_IN_MS = 24 * 3600 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes twenty times as long as using it. */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
  formats.set(timeZone, format);
  return format;
};

/** The day of a Unix time in seconds, in the shop's time zone: "2026-11-21". */
export const dayOf = (at: number, timeZone = catalog.time_zone): string => {
  const parts = formatIn(timeZone).formatToParts(at * 1000);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
};

/** The day that comes `count` days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_IN_MS).toISOString().slice(0, 10);

/** "November 22, 2026" of "2026-11-22" */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** "November 24, 2026 at 3:04:05 PM UTC", in the shop's time zone, of a Unix time in seconds. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: catalog.time_zone,
  }).format(at * 1000);
