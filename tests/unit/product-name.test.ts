import { expect, test } from 'vitest';
import { inSentence } from '../../src/contract/product-name.ts';

test.each([
  'Complete Bundle',
  'Complete Bundle (all three guides, ages 6–18)',
  'Money-Smart Kids Collection: ages 6–18',
  'All-in-One Set',
  'Family Library',
])('adds “the” before “%s” in a sentence', (name) => {
  expect(inSentence(name)).toBe(`the ${name}`);
});

test.each([
  { kind: 'a title', name: 'A Seed in the Jar (Guide 1, ages 6–10)' },
  { kind: 'a title that begins with “The”', name: 'The First Coins (Guide 2, ages 11–14)' },
  { kind: 'a set whose name begins with “The”', name: 'The Complete Bundle' },
  { kind: 'a set whose name begins with “All”', name: 'All Three Guides in One Bundle' },
  { kind: 'a set whose name begins with a possessive', name: 'Emma’s First Money Kit' },
  { kind: 'a title that begins with “Bundle”', name: 'Bundle Up and Save (Guide 4)' },
  { kind: 'a title that mentions a set in parentheses', name: 'Setting Goals (part of the set)' },
])('adds no “the” before $kind', ({ name }) => {
  expect(inSentence(name)).toBe(name);
});
