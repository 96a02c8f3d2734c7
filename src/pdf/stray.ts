import { unreadable } from './refusal.ts';
import { indexOf } from './search.ts';

/** So much around a word decides whether a reader that lost its way would take it for a sign. */
const AROUND_BYTES = 32;

/** What a reader looks for that builds a cross-reference of its own, and what must stand before or behind. */
const SIGNS: readonly (readonly [word: string, before: RegExp, behind: RegExp])[] = [
  ['obj', /(?:\d[\s\0]+\d+[\s\0]*|[\d\s\0]{32}|end)$/, /^/],
  ['endstream', /$/, /^/],
  ['startxref', /$/, /^/],
  ['trailer', /$/, /^[\s\0]*(?:<<|[\s\0]{32}|%)/],
];

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/**
 * Throws `Refused` where the head or the end of an object stands in what is none: in a picture, a word
 * or a comment, where a reader may find it and nothing has looked at it.
 */
export const refuseStray = (bytes: Uint8Array, taken: ReadonlySet<number>): void => {
  for (const [word, before, behind] of SIGNS) {
    for (let at = indexOf(bytes, word, 0); at !== -1; at = indexOf(bytes, word, at + 1)) {
      if (taken.has(at) || (word === 'obj' && taken.has(at - 'end'.length))) continue;
      const end = at + word.length;
      const head = textOf(bytes.subarray(Math.max(0, at - AROUND_BYTES), at));
      const tail = textOf(bytes.subarray(end, end + AROUND_BYTES));
      if (before.test(head) && behind.test(tail)) throw unreadable();
    }
  }
};
