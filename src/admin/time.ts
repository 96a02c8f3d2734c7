/**
 * Uses the browser's time zone, and shows the year only if it is not the current one.
 *
 *     formatLocalTime('2026-11-21T14:05:00Z')  // "Nov 21, 2:05 PM"
 */
export function formatLocalTime(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    year: isThisYear ? undefined : 'numeric',
  }).format(date);
}

/** formatShortDay('2026-11-21')  // "Nov 21" */
export const formatShortDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(day),
  );

/**
 *     formatMonths('2026-11', '2026-11')  // "November 2026"
 *     formatMonths('2025-12', '2026-11')  // "December 2025 – November 2026"
 *     formatMonths('2026', '2026')        // "2026"
 */
export function formatMonths(from: string, to: string): string {
  if (from.length === 'YYYY'.length) return from;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });
  return format.formatRange(new Date(from), new Date(to));
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Counts days in the browser's time zone.
 *
 *     formatDaysLeft('2026-12-05')  // "14 days left", "last day", "2 days late"
 */
export function formatDaysLeft(day: string): string {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((Date.parse(day) - today) / DAY_MS);
  if (days === 0) return 'last day';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'left' : 'late'}`;
}
