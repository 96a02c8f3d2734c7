import { expect, test } from 'vitest';
import { check } from '../../src/content/check.ts';
import { questionable } from '../../src/content/disagreements.ts';
import { type Edit, change, content } from './edited-content.ts';

const questionsAfter = (...edits: readonly Edit[]): string[] => {
  const files = new Map(content);
  for (const edit of edits) edit(files);
  const { shop } = check(files);
  return shop ? questionable(shop) : ['no shop'];
};

test('a figure without a source, and lessons counted in two ways, are listed before the shop opens', () => {
  const more = change('content/guides/guide-2.md', 'lessonsOnHome: 10', 'lessonsOnHome: 11');
  expect(questionsAfter(more)).toEqual([
    'content/site.md: the 88 % has no source. Add it as "claim > source".',
    'content/guides/guide-2.md: the home page says 11 lessons, the guide’s own page 10.',
  ]);
  const sourced = change('content/site.md', 'claim:', 'claim:\n  source: A survey, 2025');
  expect(questionsAfter(sourced)).toEqual([]);
});
