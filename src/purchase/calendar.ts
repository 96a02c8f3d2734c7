/** An appointment of the family's. */
export type Appointment = {
  readonly uid: string;
  readonly title: string;
  readonly notes: string;
  readonly url: string;
};

const SATURDAY = 6;
const AT_NINE = 'T090000';
const DAYS = 7;

const two = (number: number): string => String(number).padStart(2, '0');

const dateOf = (date: Date): string =>
  `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;

const stampOf = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** The next Saturday after this day, in the browser's time zone. */
export function nextSaturday(today: Date): Date {
  const days = (SATURDAY - today.getDay() + DAYS) % DAYS || DAYS;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
}

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n');

/** A line holds at most 75 bytes, and goes on after a line break and a space (RFC 5545, 3.1). */
const MOST_BYTES = 75;

function folded(line: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  return [...line]
    .map((character) => {
      const size = encoder.encode(character).length;
      const isOver = bytes + size > MOST_BYTES;
      bytes = isOver ? 1 + size : bytes + size;
      return isOver ? `\r\n ${character}` : character;
    })
    .join('');
}

/** A calendar file (RFC 5545) for next Saturday, from nine for a quarter of an hour, wherever the family is. */
export function saturdayFile({ uid, title, notes, url }: Appointment, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Money guides//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART:${dateOf(nextSaturday(now))}${AT_NINE}`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(notes)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
}
