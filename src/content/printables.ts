/** Where files that parents print are. The shop serves them at /printables. */
export const PRINTABLES_FOLDER = 'content/printables/';

/** Other files, such as those that a Mac hides, are not served. */
export const isPrintable = (file: string): boolean =>
  /^content\/printables\/[a-z0-9-]+\.(?:pdf|png)$/.test(file);
