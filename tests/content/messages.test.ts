import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { problemIn } from '../../src/editor/content.ts';
import { SMALL_SHOP } from './small-shop.ts';

// Astro gives this module only to a build; a reference is a name to the schemas.
vi.mock('astro:content', () => ({ reference: () => z.string() }));
const { guideSchema } = await import('../../src/schemas/guide.ts');
const { siteSchema } = await import('../../src/schemas/site.ts');
const { legalSchema } = await import('../../src/schemas/legal.ts');
const { testimonialSchema } = await import('../../src/schemas/people.ts');
const { catalogueSchema } = await import('../../src/contract/catalogue.ts');

const FILE = 'content/guides/guide-1.md';
const guide = SMALL_SHOP.get(FILE) ?? '';
const lineOf = (text: string, start: string) =>
  text.split('\n').findIndex((line) => line.startsWith(start)) + 1;

/** What the editor reads after changing one line of the first guide. */
const afterChanging = (from: string, to: string): string => {
  expect(guide).toContain(from);
  return problemIn(FILE, guide.replace(from, to), guideSchema) ?? 'nothing';
};

test('a file that is right has nothing to correct', () => {
  expect(problemIn(FILE, guide, guideSchema)).toBeNull();
  for (const file of ['terms', 'privacy', 'refunds'].map((name) => `content/legal/${name}.md`)) {
    expect(problemIn(file, SMALL_SHOP.get(file) ?? '', legalSchema)).toBeNull();
  }
});

test('a message names the file, the line, the field, what is wrong, and the corrected line', () => {
  const line = lineOf(guide, 'ages:');
  expect(afterChanging('ages: 6–10', 'ages: 6-10')).toBe(
    `${FILE}, line ${line}: "ages" should be two ages with an en dash between them, but it is "6-10".\n` +
      'Write it like this:\n  ages: 6–10',
  );
});

test.each([
  ['a number in quotes', 'lessonsOnHome: 10', 'lessonsOnHome: "10"', 'lessonsOnHome: 10'],
  ['a number in words', 'lessonsOnHome: 10', 'lessonsOnHome: ten', 'lessonsOnHome: 10'],
  ['a word with a typo', 'hue: coral', 'hue: corall', 'hue: coral'],
  ['a word that is none of them', 'art: seed', 'art: rocket', 'art: seed'],
  ['an empty field', 'title: A Seed in the Jar', 'title:', 'title: A Seed in the Jar'],
  [
    'a text that is too long',
    'title: A Seed in the Jar',
    'title: A Very Small Seed in a Very Large Jar',
    'title: A Very Small Seed in a',
  ],
])('%s is answered with the line to write', (_, from, to, corrected) => {
  const message = afterChanging(from, to);
  expect(message).toMatch(
    new RegExp(`^${FILE}, line ${lineOf(guide, from.split(':')[0] ?? '')}: `),
  );
  expect(message.endsWith(`Write it like this:\n  ${corrected}`)).toBe(true);
});

test('a field with a typo is told which field was meant, with its value', () => {
  const message = afterChanging('tagline: ', 'tagLine: ');
  expect(message).toContain('There is no field "tagLine".');
  expect(message).toMatch(/If you meant "tagline", write:\n {2}tagline: \S+/);
});

test('a field that is nobody’s is to be taken out, and the known fields are listed', () => {
  const message = afterChanging('hue: coral', 'hue: coral\nsubtitle: Nice');
  expect(message).toContain('There is no field "subtitle". The fields are: product, number, ages');
});

test('a missing field is named with an example', () => {
  const message = afterChanging('hue: coral\n', '');
  expect(message).toContain('"hue" is missing. It should be one of coral, teal, plum, moss.');
  expect(message).toContain('Write it like this:\n  hue: coral');
});

test('a wrong entry of a list is counted as people count', () => {
  const message = afterChanging('title: Lesson 3\n', 'title: ""\n');
  expect(message).toContain(`line ${lineOf(guide, '  - title: Lesson 3')}:`);
  expect(message).toContain('"title" in entry 3 of "learn" is missing.');
});

test('a list that is shorter than its number says so', () => {
  expect(afterChanging('lessonsOnGuide: 10', 'lessonsOnGuide: 11')).toContain(
    '"learn": List as many lessons here as "lessonsOnGuide" says.',
  );
});

test('a line with a colon in it is shown with the quotes that it needs', () => {
  const message = afterChanging('title: A Seed in the Jar', 'title: Seeds: in the Jar');
  expect(message).toContain('The value of this line needs straight quotes around it.');
  expect(message).toContain('Write it like this:\n  title: "Seeds: in the Jar"');
});

test('every mistake of a file is told at once', () => {
  const text = guide.replace('hue: coral', 'hue: blue').replace('number: 1', 'number: one');
  expect(problemIn(FILE, text, guideSchema)?.match(/Write it like this:/g)).toHaveLength(2);
});

test('a file without fields is told where they belong', () => {
  expect(problemIn('content/site.md', 'Hello.', siteSchema)).toContain(
    'The fields belong at the top of the file, between two lines of three hyphens.',
  );
});

test('a text that is missing below the fields is asked for', () => {
  const file = 'content/testimonials/01.md';
  const text = '---\nname: Ada\ndetail: mother of one\n---\n';
  expect(problemIn(file, text, testimonialSchema, 'Write the parent’s words.')).toBe(
    `${file}: Write the parent’s words.`,
  );
});

test.each([
  ['"750"', 750],
  ['7.51', 751],
  ['"cheap"', 899],
])('a price written as %s is corrected in the catalogue’s own notation', (price, corrected) => {
  const file = 'content/catalog.json';
  const text = (SMALL_SHOP.get(file) ?? '').replace(': 750', `: ${price}`);
  expect(problemIn(file, text, catalogueSchema)).toMatch(
    new RegExp(
      `^${file}, line \\d+: "price_in_cents" in entry 1 of "products" should be a whole number of US cents, at least 50, ` +
        `but it is ${price}\\.\nWrite it like this:\n  "price_in_cents": ${corrected},$`,
    ),
  );
});

test.each([['soon'], ['2026-13-40']])('a date that is none (%s) is shown as one', (date) => {
  const file = 'content/legal/terms.md';
  const text = (SMALL_SHOP.get(file) ?? '').replace(/^updated: .*/m, `updated: ${date}`);
  expect(problemIn(file, text, legalSchema)).toContain(
    `"updated" should be a date, as in 2026-11-01, but it is "${date}".\n` +
      'Write it like this:\n  updated: 2026-11-01',
  );
});
