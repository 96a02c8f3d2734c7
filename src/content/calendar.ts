/** The day in a time zone, such as "2026-11-21". The Swedish locale formats dates this way. */
export const dayIn = (timeZone: string, at = new Date()): string =>
  at.toLocaleDateString('sv-SE', { timeZone });

/** Formats a day that an editor wrote. It is parsed as midnight in UTC. */
export const writtenDay = (day: Date): string => day.toISOString().slice(0, 10);

/** The offset of a time zone from UTC, such as "-04:00". */
const offsetAt = (timeZone: string, at: Date): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
};

/**
 * The first moment of a day, in ISO 8601.
 *
 *     startOfDay('2026-11-01', 'America/New_York')  // "2026-11-01T00:00:00-04:00"
 */
export const startOfDay = (day: string, timeZone: string): string => {
  const midnightInUtc = new Date(`${day}T00:00:00Z`);
  const nearly = new Date(`${day}T00:00:00${offsetAt(timeZone, midnightInUtc)}`);
  return `${day}T00:00:00${offsetAt(timeZone, nearly)}`;
};

/** The day after: "2026-12-01" for "2026-11-30". */
const dayAfter = (day: string): string =>
  writtenDay(new Date(new Date(`${day}T00:00:00Z`).getTime() + 24 * 60 * 60 * 1000));

/** The first moment after a day, in milliseconds since 1970. */
export const endOfDay = (day: string, timeZone: string): number =>
  Date.parse(startOfDay(dayAfter(day), timeZone));
