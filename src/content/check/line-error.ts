/** Formats a message about a line in a file. Line numbers start at 1. */
export const lineError = (file: string, line: number, message: string): string =>
  `${file}, line ${line}: ${message}`;
