import { describe, expect, test } from 'vitest';
import { describeDifferences, readFileSize } from '../../netlify/guides/differences.ts';

const KB = 1024;
const MB = 1024 * KB;

test.each([
  { words: 'about 2MB', bytes: 2 * MB },
  { words: '2 MB', bytes: 2 * MB },
  { words: 'less than 1.5 MB', bytes: 1.5 * MB },
  { words: '800 kb, ready to print', bytes: 800 * KB },
  { words: '1,200 KB', bytes: 1200 * KB },
  { words: '2 to 3 MB', bytes: 3 * MB },
  { words: '2\u2060–\u20603MB', bytes: 3 * MB },
])('reads "$words" as $bytes bytes', ({ words, bytes }) => {
  expect(readFileSize(words)).toBe(bytes);
});

test.each(['1,5 MB', 'a few MB', '2 minutes by bus', 'small'])('finds no size in "%s"', (words) => {
  expect(readFileSize(words)).toBeNull();
});

const PROMISE = { title: 'A Seed in the Jar', pages: 15, fileSize: 'about 2MB' };
const AS_PROMISED = { title: null, pages: 15, size: 2 * MB };
const OTHER_TITLES = ['The First Coins', 'Jar'];

describe('an edition that roughly matches what the shop promises', () => {
  test.each([
    { edition: 'without a title', facts: {} },
    { edition: 'with the guide’s title', facts: { title: 'A Seed in the Jar' } },
    {
      edition: 'with another guide’s title before its own',
      facts: { title: 'After The First Coins: a seed in the JAR' },
    },
    { edition: 'with a file name as its title', facts: { title: 'Untitled-1.indd' } },
    {
      edition: 'with a title word that contains another guide’s title',
      facts: { title: 'The Jargon of Money' },
    },
    { edition: 'with a third fewer pages', facts: { pages: 10 } },
    { edition: 'with a third more pages', facts: { pages: 20 } },
    { edition: 'that is a third of the promised size', facts: { size: Math.ceil((2 / 3) * MB) } },
    { edition: 'that is three times the promised size', facts: { size: 6 * MB } },
  ])('reports nothing for an edition $edition', ({ facts }) => {
    expect(describeDifferences({ ...AS_PROMISED, ...facts }, PROMISE, OTHER_TITLES)).toBeNull();
  });

  test('reports nothing for an edition with five pages if the shop promises two pages', () => {
    const promise = { ...PROMISE, pages: 2 };
    expect(describeDifferences({ ...AS_PROMISED, pages: 5 }, promise, [])).toBeNull();
  });

  test('reports nothing for an edition of any size if the shop promises no size', () => {
    const promise = { ...PROMISE, fileSize: 'small' };
    expect(describeDifferences({ ...AS_PROMISED, size: 18 * MB }, promise, [])).toBeNull();
  });
});

describe('an edition that differs too much from what the shop promises', () => {
  test.each([
    {
      file: 'has too few pages',
      facts: { pages: 9 },
      says: 'This PDF has 9 pages, but the shop promises 15.',
    },
    {
      file: 'has one page',
      facts: { pages: 1 },
      says: 'This PDF has 1 page, but the shop promises 15.',
    },
    {
      file: 'has too many pages',
      facts: { pages: 21 },
      says: 'This PDF has 21 pages, but the shop promises 15.',
    },
    {
      file: 'is too small',
      facts: { size: 600 * KB },
      says: 'This PDF is 600 KB, but the shop promises about 2MB.',
    },
    {
      file: 'is too large',
      facts: { size: 6.1 * MB },
      says: 'This PDF is 6.1 MB, but the shop promises about 2MB.',
    },
    {
      file: 'has the title of another guide',
      facts: { title: 'Money-Smart Kids: the first coins' },
      says: 'This PDF has the title of another guide, “The First Coins”.',
    },
    {
      file: 'has too few pages and is too small',
      facts: { pages: 3, size: 90 * KB },
      says: [
        'This PDF has 3 pages, but the shop promises 15.',
        'This PDF is 90 KB, but the shop promises about 2MB.',
      ].join(' '),
    },
  ])('reports what differs if a file $file', ({ facts, says }) => {
    expect(describeDifferences({ ...AS_PROMISED, ...facts }, PROMISE, OTHER_TITLES)).toBe(says);
  });
});
