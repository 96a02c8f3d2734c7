import { expect } from 'vitest';
import { check } from '../../src/content/check.ts';
import { SMALL_SHOP } from './small-shop.ts';

export type Edit = (files: Map<string, string>) => void;

export const checkAfter = (...edits: readonly Edit[]) => {
  const files = new Map(SMALL_SHOP);
  for (const edit of edits) edit(files);
  return check(files);
};

/** The problems that an editor reads after these edits. */
export const problemsAfter = (...edits: readonly Edit[]): string[] => checkAfter(...edits).problems;

/** Replaces a text, which the file must contain. */
export const change =
  (file: string, from: string | RegExp, to: string): Edit =>
  (files) => {
    const text = files.get(file) ?? '';
    const changed = text.replace(from, () => to);
    expect(changed, `${file} has ${String(from)}`).not.toBe(text);
    files.set(file, changed);
  };

export const add =
  (file: string, text: string): Edit =>
  (files) => {
    files.set(file, text);
  };

export const remove =
  (start: string): Edit =>
  (files) => {
    for (const file of files.keys()) if (file.startsWith(start)) files.delete(file);
  };

/** Expects one problem, on the changed line or on the line with the text `at`. */
export const expectError = (
  file: string,
  from: string | RegExp,
  to: string,
  says: string,
  at: string | RegExp = from,
): void => {
  const problems = problemsAfter(change(file, from, to));
  expect(problems).toEqual([expect.stringContaining(says)]);
  const [before = ''] = SMALL_SHOP.get(file)?.split(at) ?? [];
  expect(problems[0]).toMatch(new RegExp(`^${file}, line ${before.split('\n').length}: `));
};
