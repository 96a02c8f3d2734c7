const KB = 1024;
const MB = 1024 * KB;

/**
 *     formatFileSize(812)         // "1 KB"
 *     formatFileSize(17_825_792)  // "17.0 MB"
 */
export const formatFileSize = (bytes: number): string =>
  bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;

export const formatPages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
