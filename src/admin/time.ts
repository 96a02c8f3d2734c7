/**
 * A date and time in the owner's time zone, with the year only if it is not the current one.
 *
 *     localTime('2026-11-21T14:05:00Z', now)  // "Nov 21, 2:05 PM"
 */
export function localTime(iso: string, nowMs: number): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/**
 * A date and time in UTC, in the format of the CSV files.
 *
 *     utcTime('2026-11-21T14:05:09.000Z')  // "2026-11-21 14:05 UTC"
 */
export function utcTime(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A day or month of the sales totals. `from` is an ISO 8601 day or month.
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
