const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const relative = new Intl.RelativeTimeFormat('en-US');

/**
 * How long ago something was, in words. A clock that is a little behind the shop's reads "just now".
 *
 *     timeAgo('2026-11-21T10:00:00Z', Date.parse('2026-11-21T10:04:30Z'))  // "4 minutes ago"
 */
export function timeAgo(iso: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(iso)) / 1000);
  if (seconds < MINUTE_S) return 'just now';
  if (seconds < HOUR_S) return relative.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return relative.format(-Math.floor(seconds / HOUR_S), 'hour');
  return relative.format(-Math.floor(seconds / DAY_S), 'day');
}

const isYearOf = (date: Date, nowMs: number): boolean =>
  date.getFullYear() === new Date(nowMs).getFullYear();

/**
 * A moment on the owner's own clock; the year only where it is not this one.
 *
 *     localTime('2026-11-21T14:05:00Z', now)  // "Nov 21, 2:05 PM"
 */
export function localTime(iso: string, nowMs: number): string {
  const date = new Date(iso);
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(isYearOf(date, nowMs) ? {} : { year: 'numeric' }),
  }).format(date);
}

/**
 * The same moment as the CSV files have it.
 *
 *     utcTime('2026-11-21T14:05:09.000Z')  // "2026-11-21 14:05 UTC"
 */
export function utcTime(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A day or a month of the sums.
 *
 *     dayWords('2026-11-21', 'long')   // "November 21, 2026"
 *     dayWords('2026-11', 'long')      // "November 2026"
 *     dayWords('2026-11-21', 'short')  // "Nov 21"
 *     dayWords('2026-11', 'short')     // "Nov 2026"
 */
export function dayWords(from: string, length: 'short' | 'long'): string {
  const isDay = from.length > 'YYYY-MM'.length;
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: length,
    ...(isDay ? { day: 'numeric' } : {}),
    ...(isDay && length === 'short' ? {} : { year: 'numeric' }),
  }).format(new Date(from));
}
