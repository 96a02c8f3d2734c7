export type Token = { text: string; line: number };

const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/g;

/** The words and marks of a JSON text, each with its line from 1. */
export const tokensOf = (lines: readonly string[]): Token[] =>
  lines.flatMap((line, index) =>
    Array.from(line.matchAll(TOKEN), ([text]) => ({ text, line: index + 1 })),
  );

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const isOpening = (text: string): boolean => text === '{' || text === '[';
export const isClosing = (text: string): boolean => text === '}' || text === ']';
export const isMark = (text: string): boolean => /^[{}[\],:]$/.test(text);
/** A text in quotes, a number, true, false or null. */
export const isWord = (text: string): boolean => !isMark(text) && isJson(text);
