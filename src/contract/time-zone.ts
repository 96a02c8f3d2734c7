/**
 * An IANA time zone as the owner reads it.
 *
 *     zoneWords('America/New_York')  // "New York time"
 *     zoneWords('UTC')               // "UTC"
 */
export const zoneWords = (timeZone: string): string =>
  timeZone === 'UTC' ? timeZone : `${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;
