const DAY_IN_MS = 24 * 3600 * 1000;
const MONTH_LETTERS = '2026-11'.length;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes twenty times as long as using it. */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
  formats.set(timeZone, format);
  return format;
};

/** The day of a Unix time in seconds, in an IANA time zone: "2026-11-21". */
export const dayOf = (at: number, timeZone: string): string => {
  const parts = formatIn(timeZone).formatToParts(at * 1000);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
};

/** "2026-11" of "2026-11-21". */
export const monthOf = (day: string): string => day.slice(0, MONTH_LETTERS);

const calendarDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day that comes `count` days after another. */
export const daysAfter = (day: string, count: number): string =>
  calendarDay(Date.parse(day) + count * DAY_IN_MS);

/** The last `count` days up to today, oldest first. */
export const lastDays = (count: number, today: string): string[] =>
  Array.from({ length: count }, (_, ago) =>
    calendarDay(Date.parse(today) - ago * DAY_IN_MS),
  ).toReversed();

/** The last `count` months up to today's, oldest first. */
export const lastMonths = (count: number, today: string): string[] => {
  const last = new Date(today);
  return Array.from({ length: count }, (_, ago) =>
    monthOf(calendarDay(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - ago))),
  ).toReversed();
};
