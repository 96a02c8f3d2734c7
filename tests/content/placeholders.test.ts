import { expect, test } from 'vitest';
import { change, lineOf, problemsAfter } from './edited-content.ts';

const HOME = 'content/home.md';
const FAQ = 'content/faqs/05-bundle-or-single.md';
const KNOWN =
  'There are: {price:guide-1} {price:guide-2} {price:guide-3} {price:bundle} {separately} {saving} {lessons} {refundDays} {brand} {supportEmail}.';

test.each([
  ['{savings}', '{savings} stands for nothing.'],
  ['{total_saving}', '{total_saving} stands for nothing.'],
  ['{ saving }', '{ saving } stands for nothing.'],
  ['{{saving}}', '{{saving}} stands for nothing.'],
  ['{Saving}', '{Saving} stands for nothing.'],
  ['{saving', 'A brace without its partner: {saving.'],
  ['saving}', 'A brace without its partner: saving}.'],
])(
  '%s in a text below the fields is told with its line and the placeholder meant',
  (slip, says) => {
    const problems = problemsAfter(change(FAQ, '{saving}', slip));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(
      `${FAQ}, line ${lineOf(FAQ, '{saving}')}: In the text below the fields: ${says}`,
    );
    expect(problems[0]).toMatch(/If you meant \{saving\}, write:\n {2}.*so you save \{saving\}\.$/);
  },
);

test('a slip in a field is told with the field, and the whole line mended', () => {
  const problems = problemsAfter(change(HOME, '{lessons}', '{Lesson}'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(
    /^content\/home\.md, line \d+: "text" in "bundle": \{Lesson\} stands for nothing\.\nIf you meant \{lessons\}, write:\n {4}text: The Complete Bundle .*\{lessons\} lessons in all\./,
  );
});

test.each(['{', '}', '{}', '{xyzzy}', '{constructor}'])(
  '%s, which means nothing at all, is to be taken out',
  (slip) => {
    const problems = problemsAfter(change(FAQ, '{saving}', slip));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.endsWith(`Take it out. ${KNOWN}`)).toBe(true);
  },
);

test.each([
  ['content/site.md', 'of adults', 'of {brand} adults', '"text" in "claim"'],
  ['content/logos/01-library.md', 'Lantern Street', 'The {brand}', '"name"'],
  ['content/catalog.json', 'Complete Bundle"', '{brand}"', '"name" in entry 4 of "products"'],
])('%s takes no placeholders, and says so', (file, from, to, field) => {
  const problems = problemsAfter(change(file, from, to));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`: ${field}: {brand} stands for nothing.`);
  expect(problems[0]).toContain('Placeholders are not filled in here: write the words themselves.');
});

test('a title that is too long with the shop’s name in it is told with its length', () => {
  const problems = problemsAfter(
    change(
      'content/about.md',
      /^title: .*/m,
      'title: About us and how the guides of ours work at your home',
    ),
  );
  expect(problems).toEqual([
    'content/about.md, line 2: "title" is too long: filled in, it is 67 characters, and search engines show 59: ' +
      'About us and how the guides of ours work at your home | Coin School\nTake out 8 or more.',
  ]);
});

test('a heading as large as the page’s own is shown smaller', () => {
  expect(problemsAfter(change('content/legal/terms.md', /^## /m, '# '))[0]).toMatch(
    /^content\/legal\/terms\.md, line \d+: In the text below the fields: a heading begins with ##, since # is the page’s own\.\nWrite it like this:\n {2}## /,
  );
});
