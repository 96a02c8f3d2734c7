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
 * A day of a report, which is ISO 8601.
 *
 *     dayWords('2026-11-21')  // "Nov 21"
 */
export const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(day),
  );

/**
 * The months of a report from the first to the last, or a year.
 *
 *     monthWords('2026-11', '2026-11')  // "November 2026"
 *     monthWords('2025-12', '2026-11')  // "December 2025 – November 2026"
 *     monthWords('2026', '2026')        // "2026"
 */
export function monthWords(from: string, to: string): string {
  if (from.length === 'YYYY'.length) return from;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });
  return format.formatRange(new Date(from), new Date(to));
}
