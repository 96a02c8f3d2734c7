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

/** The day that comes `count` days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_IN_MS).toISOString().slice(0, 10);
