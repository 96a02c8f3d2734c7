import { expect } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { type Content, readContent } from '../../src/content/check/read-files.ts';

/**
 * A complete shop with little text, for tests that must not depend on the text in content/. It has
 * every required field and most of the allowed syntax: YAML comments, quotes, multiline values,
 * links, lists, tables, code, and an email with its link in the text.
 */
export const SMALL_SHOP: Content = await readContent('tests/content/small-shop');

export type Edit = (files: Map<string, string>) => unknown;

export const edited = (...edits: readonly Edit[]): Content => {
  const files = new Map(SMALL_SHOP);
  for (const edit of edits) edit(files);
  return files;
};

/** The problems that the content check reports after these edits. */
export const problemsAfter = (...edits: readonly Edit[]): string[] =>
  checkContent(edited(...edits)).errors;

/** Replaces text that the file must contain. */
export const change =
  (file: string, from: string | RegExp, to: string): Edit =>
  (files) => {
    const text = files.get(file) ?? '';
    const changed = text.replace(from, () => to);
    expect(changed, `${file} has ${String(from)}`).not.toBe(text);
    files.set(file, changed);
  };

// Otherwise, a mistake in the small shop would make hundreds of tests fail.
const [mistake] = checkContent(SMALL_SHOP).errors;
if (mistake !== undefined) throw new Error(`tests/content/small-shop has a mistake. ${mistake}`);
