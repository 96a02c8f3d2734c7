const KB = 1024;
const MB = 1024 * KB;

/**
 * Bytes as the owner's own file manager would put them.
 *
 *     fileSize(812)         // "1 KB"
 *     fileSize(17_825_792)  // "17.0 MB"
 */
export function fileSize(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}

/** "1 page", "15 pages". */
export const countPages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

/** How much of a file is there, in one unit: `sizeOf(3_145_728, 17_825_792)` is "3.0 of 17.0 MB". */
export function sizeOf(bytes: number, total: number): string {
  if (total < MB) return `${Math.floor(bytes / KB)} of ${fileSize(total)}`;
  return `${(bytes / MB).toFixed(1)} of ${fileSize(total)}`;
}

/** The rest time as one would say it; rough, so that it does not flicker. Null while nobody knows. */
export function restTime(seconds: number | null): string {
  if (seconds === null) return 'Working out how long it takes';
  if (seconds <= 5) return 'A few seconds left';
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'About a minute left' : `About ${minutes} minutes left`;
}
