import { endOfDay, writtenDay } from './calendar.ts';

/** The notice in site.md, as src/content/schemas/parts.ts parses it. */
type WrittenNotice = {
  readonly text: string;
  readonly link?: { readonly text: string; readonly to: string } | undefined;
  readonly until: Date;
};

export type Notice = Pick<WrittenNotice, 'text' | 'link'> & {
  /** In milliseconds since 1970. */
  readonly endsAt: number;
};

/** Returns undefined for a notice whose last day is over. */
export const currentNotice = (
  written: WrittenNotice | undefined,
  timeZone: string,
  now = Date.now(),
): Notice | undefined => {
  if (!written) return undefined;
  const { text, link, until } = written;
  const endsAt = endOfDay(writtenDay(until), timeZone);
  return endsAt > now ? { text, link, endsAt } : undefined;
};
