import { expect, test } from 'vitest';
import { check, readContent } from '../../src/content/check.ts';
import { add, change, expectSlip, problemsAfter } from './edited-content.ts';

const GUIDE = 'content/guides/guide-1.md';
const HOME = 'content/home.md';
const CATALOG = 'content/catalog.json';
const TERMS = 'content/legal/terms.md';

const HUES = 'Write one of coral, teal, plum, moss.';
const ZONE = 'Write UTC, or the time zone of a city near you, as in "America/New_York".';
const CENTS = 'Write a whole number of US cents, at least 50, as in 899.';

test('nothing is wrong with the content as it stands, nor with the shop that the tests edit', async () => {
  expect(check(await readContent('.')).problems).toEqual([]);
  expect(problemsAfter()).toEqual([]);
});

test('a message names the file, the line, the field, what it is, and what belongs there', () => {
  expect(problemsAfter(change(GUIDE, 'ages: 6–10', 'ages: 6-10'))).toEqual([
    `${GUIDE}, line 4: "ages" is "6-10". Write two ages with a long dash (–) between them, as in 6–10.`,
  ]);
});

test.each<Parameters<typeof expectSlip>>([
  [GUIDE, 'lessonsOnHome: 10', 'lessonsOnHome: ten', 'is "ten". Write a number of lessons'],
  [GUIDE, 'hue: coral', 'hue: corall', `"hue" is "corall". ${HUES}`],
  [GUIDE, 'title: A', `title: ${'A'.repeat(30)}`, 'Write a name of at most 24 characters, as in'],
  [GUIDE, 'tagline: ', `tagline: ${'x'.repeat(50)}`, '"tagline" has 73 characters. Write at most'],
  [GUIDE, 'title: Lesson 3', 'title: ""', '"learn > 3 > title" is missing. Write at most 60'],
  [GUIDE, '  lesson: 5', '  lesson: 6', '"tonight > lesson" is 6. The list "preview" has no'],
  [GUIDE, '- lesson: 2', '- lesson: 5', '"preview > 2 > lesson" is 5. Lesson 5 is in "preview" tw'],
  [GUIDE, '- lesson: 2', '- lesson: 11', 'is 11. The list "learn" has no lesson with this number.'],
  [GUIDE, '- child: Can', '- you: Is it?\n        child: Can', 'Write either "child" or "you".'],
  [CATALOG, '750', '"750"', `"products > 1 > price_in_cents" is "750". ${CENTS}`],
  [CATALOG, '750', '7.51', `is 7.51. ${CENTS}`],
  [CATALOG, '750', '9', `is 9. ${CENTS}`],
  [CATALOG, '750', '100000000', 'is 100000000. Write at most 99999999 US cents, as in 899.'],
  [CATALOG, '"name": "', `"name": "${'x'.repeat(250)}`, 'Write a name of at most 250 characters'],
  [
    CATALOG,
    '"guide-2"',
    '"Guide 2"',
    'Use lower-case letters, digits and hyphens, as in "guide-1"',
  ],
  [CATALOG, '"guide-2"', '"guide-1"', 'Another product has the id "guide-1" too; each needs its'],
  [CATALOG, 'individual_guide_6_10', 'Guide 6', 'Use lower-case letters, digits and underscores'],
  [CATALOG, 'Ages-6-10.pdf', 'Ages 6–10.PDF', 'Use letters, digits and hyphens, ending in ".pdf"'],
  [CATALOG, '"is_active": true', '"is_active": "yes"', 'is "yes". Write true or false, without'],
  [
    CATALOG,
    '"usd"',
    '"eur"',
    '"currency" is "eur". Write usd, since the shop sells in US dollars.',
  ],
  [CATALOG, '"UTC"', '"New York"', `"time_zone" is "New York". ${ZONE}`],
  [CATALOG, '"UTC"', '"EST"', `"time_zone" is "EST". ${ZONE}`],
  [CATALOG, '  "time_zone": "UTC",\n', '', `"time_zone" is missing. ${ZONE}`, '{'],
  ['content/site.md', 'supportEmail: ', 'supportEmail: to ', 'Write an email address, as in supp'],
  [TERMS, '2026-11-01', '2026-13-40', '"updated" is "2026-13-40". Write a date, as in 2026-11-01.'],
  [HOME, /hero:\n.*\n.*\n/, 'hero:\n', '"hero" is missing. It needs fields of its own'],
  [
    GUIDE,
    'art: seed',
    'subtitle: Nice\nart: seed',
    'There is no field "subtitle". The fields are:',
  ],
  [
    GUIDE,
    '  - title: Lesson 1\n',
    '  - colour: x\n    title: Lesson 1\n',
    'There is no field "learn > 1 > colour". The fields are: title, scene.',
  ],
  [
    GUIDE,
    'lessonsOnGuide: 10',
    'lessonsOnGuide: 11',
    '"learn": List as many lessons here as "lessonsOnGuide" says.',
    'learn:',
  ],
])('in %s, %o written as %o is told', (...slip) => expectSlip(...slip));

test('a time zone may be any city’s', () => {
  expect(problemsAfter(change(CATALOG, '"UTC"', '"America/New_York"'))).toEqual([]);
});

test.each([
  ['is empty', 'hue: coral', 'hue:'],
  ['is missing', 'hue: coral\n', ''],
])('a field that %s is named with what belongs there', (_, from, to) => {
  expect(problemsAfter(change(GUIDE, from, to))).toEqual([
    expect.stringContaining(`"hue" is missing. ${HUES}`),
  ]);
});

test('a field with a slip in its name, or at the wrong depth, is told where it is and is missing', () => {
  expect(problemsAfter(change(GUIDE, 'hue: coral', 'heu: coral'))).toEqual([
    expect.stringContaining('"hue" is missing.'),
    expect.stringMatching(/^.*, line 5: There is no field "heu"\. The fields are: .*, hue, /),
  ]);
  expect(problemsAfter(change(HOME, /^ {2}text: Read/m, 'text: Read'))).toEqual([
    expect.stringContaining('line 4: "hero > text" is missing. Write a sentence or two, as in'),
    expect.stringContaining('line 6: There is no field "text".'),
  ]);
});

test('a text that is missing below the fields is asked for', () => {
  const file = 'content/testimonials/01-gum.md';
  expect(problemsAfter(add(file, '---\nname: Ada\ndetail: mother of one\n---\n'))).toEqual([
    `${file}: The text is missing. Write it below the fields, after the second --- line.`,
  ]);
});

test('everything that is wrong is told at once, in one file and in several', () => {
  const problems = problemsAfter(
    change(GUIDE, 'number: 1', 'number: one'),
    change(GUIDE, 'hue: coral', 'hue: tael'),
    change(CATALOG, '"is_active": true\n', '"is_active": true,\n'),
    add('content/faqs/13-new.txt', ''),
  );
  const files = problems.map((problem) => problem.split(/[:,]/)[0]);
  expect(files).toEqual(['content/faqs/13-new.txt', CATALOG, GUIDE, GUIDE]);
});
