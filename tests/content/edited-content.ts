import { expect } from 'vitest';
import { check, type Content } from '../../src/content/check.ts';
import { SMALL_SHOP } from './small-shop.ts';

/** The files that the edits are made to. */
export const content: Content = SMALL_SHOP;

export type Edit = (files: Map<string, string>) => void;

/** All that an editor reads after an edit of content/, each problem by itself. */
export const problemsAfter = (...edits: readonly Edit[]): string[] => {
  const files = new Map(content);
  for (const edit of edits) edit(files);
  return check(files).problems;
};

/** Changes a text in a file, which must have it. */
export const change =
  (file: string, from: string | RegExp, to: string): Edit =>
  (files) => {
    const text = files.get(file) ?? '';
    const changed = text.replace(from, () => to);
    expect(changed, `${file} has ${String(from)}`).not.toBe(text);
    files.set(file, changed);
  };

/** Puts a file there. */
export const add =
  (file: string, text: string): Edit =>
  (files) => {
    files.set(file, text);
  };

/** Takes away the files whose path begins so. */
export const remove =
  (start: string): Edit =>
  (files) => {
    for (const file of files.keys()) if (file.startsWith(start)) files.delete(file);
  };

/** The line, from 1, on which a text begins. */
const lineOf = (file: string, text: string | RegExp): number => {
  const before = content.get(file)?.split(text)[0] ?? '';
  return before.split('\n').length;
};

/** Expects one problem, on the line that was changed or on another one: `at` is a text on it. */
export const expectSlip = (
  file: string,
  from: string | RegExp,
  to: string,
  says: string,
  at: string | RegExp = from,
): void => {
  const problems = problemsAfter(change(file, from, to));
  expect(problems).toEqual([expect.stringContaining(says)]);
  expect(problems[0]).toMatch(new RegExp(`^${file}, line ${lineOf(file, at)}: `));
};
