const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Uses this machine's time zone: `formatDateTime(1795449909000) // "Nov 23, 2026, 4:05:09 PM"` */
export const formatDateTime = (atMs: number): string => DATE_TIME.format(atMs);
