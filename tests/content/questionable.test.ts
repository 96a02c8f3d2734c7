import { expect, test } from 'vitest';
import { check } from '../../src/content/check.ts';
import { questionable } from '../../src/content/disagreements.ts';
import { SMALL_SHOP } from './small-shop.ts';

const questions = (changes: Readonly<Record<string, readonly [string, string]>>): string[] => {
  const content = new Map(SMALL_SHOP);
  for (const [file, [from, to]] of Object.entries(changes)) {
    content.set(file, (content.get(file) ?? '').replace(from, to));
  }
  const { shop, problems } = check(content);
  expect(problems).toEqual([]);
  return shop ? questionable(shop) : ['no shop'];
};

const SOURCED = ['claim:', 'claim:\n  source: A survey, 2025'] as const;

test('a figure without a source is listed before the shop opens', () => {
  expect(questions({})).toEqual([
    'content/site.md: the 88 % has no source. Add it as "claim > source".',
  ]);
  expect(questions({ 'content/site.md': SOURCED })).toEqual([]);
});

test('so is a guide whose lessons are counted in two ways', () => {
  const more = ['lessonsOnHome: 10', 'lessonsOnHome: 11'] as const;
  expect(questions({ 'content/site.md': SOURCED, 'content/guides/guide-2.md': more })).toEqual([
    'content/guides/guide-2.md: the home page says 11 lessons, the guide’s own page 10.',
  ]);
});
