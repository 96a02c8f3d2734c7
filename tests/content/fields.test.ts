import { expect, test } from 'vitest';
import { check, readContent } from '../../src/content/check.ts';
import { add, change, expectSlip, problemsAfter } from './edited-content.ts';

const GUIDE = 'content/guides/guide-1.md';
const HOME = 'content/home.md';
const CATALOG = 'content/catalog.json';
const HUES = 'Write one of coral, teal, plum, moss.';

test('nothing is wrong with the content as it stands, nor with the shop that the tests edit', async () => {
  expect(check(await readContent('.')).problems).toEqual([]);
  expect(problemsAfter()).toEqual([]);
});

test('a message names the file, the line, the field, what it is, and what belongs there', () => {
  expect(problemsAfter(change(GUIDE, 'ages: 6–10', 'ages: 6-10'))).toEqual([
    `${GUIDE}, line 4: "ages" is "6-10". Write two ages with a long dash (–) between them, as in 6–10.`,
  ]);
});

test.each([
  [
    'lessonsOnHome: 10',
    'lessonsOnHome: "10"',
    '"lessonsOnHome" is "10". Write a number of lessons',
  ],
  [
    'lessonsOnHome: 10',
    'lessonsOnHome: ten',
    '"lessonsOnHome" is "ten". Write a number of lessons',
  ],
  ['hue: coral', 'hue: corall', `"hue" is "corall". ${HUES}`],
  [
    'title: A',
    'title: A Small Seed and All of A',
    'Write a name of at most 24 characters, as in "A Seed',
  ],
  ['tagline: ', `tagline: ${'x'.repeat(50)}`, '"tagline" has 73 characters. Write at most 60'],
  ['title: Lesson 3', 'title: ""', '"learn > 3 > title" is missing. Write at most 60 characters'],
  ['  lesson: 5', '  lesson: 6', '"tonight > lesson" is 6. The list "preview" has no lesson'],
  ['- lesson: 2', '- lesson: 5', '"preview > 2 > lesson" is 5. Lesson 5 is in "preview" twice.'],
  ['- lesson: 2', '- lesson: 11', 'is 11. The list "learn" has no lesson with this number.'],
  ['- child: Can', '- you: Is it?\n        child: Can', 'Write either "child" or "you".'],
])('in a guide, %s written as %s is told', (from, to, says) => expectSlip(GUIDE, from, to, says));

const ZONE = 'Write UTC, or the time zone of a city near you, as in "America/New_York".';
const CENTS = 'Write a whole number of US cents, at least 50, as in 899.';

test.each([
  ['750', '"750"', `"products > 1 > price_in_cents" is "750". ${CENTS}`],
  ['750', '7.51', `"products > 1 > price_in_cents" is 7.51. ${CENTS}`],
  ['750', '9', `"products > 1 > price_in_cents" is 9. ${CENTS}`],
  ['750', '100000000', 'is 100000000. Write at most 99999999 US cents, as in 899.'],
  [
    '"name": "',
    `"name": "${'x'.repeat(250)}`,
    'characters. Write a name of at most 250 characters, as in "A Seed in the Jar (Guide 1, ages 6–10)".',
  ],
  ['"guide-2"', '"Guide 2"', 'Use lower-case letters, digits and hyphens, as in "guide-1".'],
  ['"guide-2"', '"guide-1"', 'Another product has the id "guide-1" too; each needs its own.'],
  ['individual_guide_6_10', 'Guide 6', 'Use lower-case letters, digits and underscores, as in'],
  ['Ages-6-10.pdf', 'Ages 6–10.PDF', 'Use letters, digits and hyphens, ending in ".pdf", as in'],
  ['"is_active": true', '"is_active": "yes"', 'is "yes". Write true or false, without quotes.'],
  ['"usd"', '"eur"', '"currency" is "eur". Write usd, since the shop sells in US dollars.'],
  ['"stamp": true', '"stamp": 1', '"stamp" is 1. Write true or false, without quotes.'],
  ['"UTC"', '"New York"', `"time_zone" is "New York". ${ZONE}`],
  ['"UTC"', '"America/NewYork"', `"time_zone" is "America/NewYork". ${ZONE}`],
  ['"UTC"', '"EST"', `"time_zone" is "EST". ${ZONE}`],
  ['"UTC"', '-5', `"time_zone" is -5. ${ZONE}`],
])('in the catalogue, %s written as %s is told', (from, to, says) =>
  expectSlip(CATALOG, from, to, says),
);

test.each(['America/New_York', 'Asia/Kolkata', 'US/Eastern'])('%s is a time zone', (zone) => {
  expect(problemsAfter(change(CATALOG, '"UTC"', JSON.stringify(zone)))).toEqual([]);
});

test('a catalogue from before the time zone is asked for it', () => {
  expectSlip(CATALOG, '  "time_zone": "UTC",\n', '', `"time_zone" is missing. ${ZONE}`, '{');
});

test.each([
  ['site.md', 'supportEmail: ', 'supportEmail: to ', 'Write an email address, as in support@'],
  ['legal/terms.md', '2026-11-01', 'soon', '"updated" is "soon". Write a date, as in 2026-11-01.'],
  ['legal/terms.md', '2026-11-01', '2026-13-40', '"updated" is "2026-13-40". Write a date'],
])('in %s, %s written as %s is told', (file, from, to, says) =>
  expectSlip(`content/${file}`, from, to, says),
);

test.each([
  ['is empty', 'hue: coral', 'hue:'],
  ['is missing', 'hue: coral\n', ''],
])('a field that %s is named with what belongs there', (_, from, to) => {
  expect(problemsAfter(change(GUIDE, from, to))).toEqual([
    expect.stringContaining(`"hue" is missing. ${HUES}`),
  ]);
});

test('fields that have fields of their own are asked for', () => {
  expectSlip(HOME, /hero:\n.*\n.*\n/, 'hero:\n', '"hero" is missing. It needs fields of its own');
});

test('a field with a slip in its name is told with the known ones', () => {
  expect(problemsAfter(change(GUIDE, 'hue: coral', 'heu: coral'))).toEqual([
    expect.stringContaining('"hue" is missing.'),
    expect.stringMatching(/^.*, line 5: There is no field "heu"\. The fields are: .*, hue, /),
  ]);
});

test('a field that is nobody’s is told with the known ones, deep within lists too', () => {
  const says = 'There is no field "subtitle". The fields are: product, number, ages, hue';
  expectSlip(GUIDE, 'art: seed', 'subtitle: Nice\nart: seed', says);
  const deep = 'There is no field "learn > 1 > colour". The fields are: title, scene.';
  expectSlip(GUIDE, '  - title: Lesson 1\n', '  - colour: x\n    title: Lesson 1\n', deep);
});

test('a field at the wrong depth is told where it is, and where it is missing', () => {
  const [missing, unknown] = problemsAfter(change(HOME, /^ {2}text: Read/m, 'text: Read'));
  expect(missing).toContain('line 4: "hero > text" is missing. Write a sentence or two, as in');
  expect(unknown).toContain('line 6: There is no field "text".');
});

test('a list that is shorter than its number says so', () => {
  const says = '"learn": List as many lessons here as "lessonsOnGuide" says.';
  expectSlip(GUIDE, 'lessonsOnGuide: 10', 'lessonsOnGuide: 11', says, 'learn:');
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
  expect(problems.map((problem) => problem.split(/[:,]/)[0])).toEqual([
    'content/faqs/13-new.txt',
    CATALOG,
    GUIDE,
    GUIDE,
  ]);
});
