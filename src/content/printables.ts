/** The folder of files for parents to print. The shop serves them at /printables. */
export const PRINTABLES_FOLDER = 'content/printables/';

/** Whether the shop serves the file. It skips others, such as hidden files from a Mac. */
export const isPrintable = (file: string): boolean =>
  /^content\/printables\/[a-z0-9-]+\.(?:pdf|png)$/.test(file);
