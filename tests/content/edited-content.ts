import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type Content, problemsIn } from '../../src/editor/content.ts';
import { SMALL_SHOP } from './small-shop.ts';

// Astro gives this module only to a build; a reference is a name to the schemas.
vi.mock('astro:content', () => ({ reference: () => z.string() }));
const { kinds } = await import('../../src/schemas/kinds.ts');

/** The files that the edits are made to. */
export const content: Content = SMALL_SHOP;

/** What is wrong with a whole shop. */
export const problemsOf = (files: Content): string[] => problemsIn(files, Object.values(kinds));

type Edit = (files: Map<string, string>) => void;

/** All that an editor reads after an edit of content/, each problem by itself. */
export const problemsAfter = (...edits: readonly Edit[]): string[] => {
  const files = new Map(content);
  for (const edit of edits) edit(files);
  return problemsOf(files);
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
export const lineOf = (file: string, text: string): number => {
  const before = content.get(file)?.split(text)[0] ?? '';
  return before.split('\n').length;
};
