const KB = 1024;
const MB = 1024 * KB;

/**
 * Formats a number of bytes.
 *
 *     fileSize(812)         // "1 KB"
 *     fileSize(17_825_792)  // "17.0 MB"
 */
export const fileSize = (bytes: number): string =>
  bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;

/** "1 page", "15 pages". */
export const countPages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
