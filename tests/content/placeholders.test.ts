import { expect, test } from 'vitest';
import { keepApplicable } from '../../src/content/conditions.ts';
import { change, expectSlip, problemsAfter } from './edited-content.ts';

const HOME = 'content/home.md';
const ABOUT = 'content/about.md';
const FAQ = 'content/faqs/05-bundle.md';
const BELOW = 'In the text below the fields: ';
const CURE =
  'Remove it, or use one of these: {price:guide-1} {price:guide-2} {price:guide-3} {price:bundle} {separately} {saving} {lessons} {refundDays} {brand} {supportEmail} {withMail} {withoutMail}.';

test.each([
  ['{savings}', '{savings} is not a placeholder.'],
  ['{total_saving}', '{total_saving} is not a placeholder.'],
  ['{ saving }', '{ saving } is not a placeholder.'],
  ['{{saving}}', '{{saving}} is not a placeholder.'],
  ['{Saving}', '{Saving} is not a placeholder.'],
  ['{saving', 'A brace is missing its partner: {saving.'],
  ['saving}', 'A brace is missing its partner: saving}.'],
  ['{', 'A brace is missing its partner: {.'],
  ['}', 'A brace is missing its partner: }.'],
  ['{}', '{} is not a placeholder.'],
  ['{constructor}', '{constructor} is not a placeholder.'],
])('%s in a text below the fields is told with those that there are', (slip, says) => {
  expectSlip(FAQ, '{saving}', slip, BELOW + says);
  expectSlip(FAQ, '{saving}', slip, CURE);
});

test('a price that there is not is told in a field too', () => {
  const says = '"bundle > text": {price:bundel} is not a placeholder. Remove it';
  expectSlip(HOME, '{lessons}', '{price:bundel}', says);
});

test.each([
  ['content/site.md', 'of adults', 'of {brand} adults', '"claim > text"'],
  ['content/logos/01-library.md', 'The Library', 'The {brand}', '"name"'],
  ['content/catalog.json', 'Complete Bundle"', '{brand}"', '"products > 4 > name"'],
])('%s takes no placeholders, and says so', (file, from, to, field) => {
  expectSlip(file, from, to, `${field}: Placeholders are not filled in here.`);
});

test('what search engines would cut is told with its length, filled in', () => {
  const title = 'About us and how the guides of ours work at your home';
  expect(problemsAfter(change(ABOUT, /^title: .*/m, `title: ${title}`))).toEqual([
    `${ABOUT}, line 2: "title" is too long. Filled in, it has 67 characters, and search engines show only 59: ${title} | Coin School`,
  ]);
  const description = `description: "${'Words for {brand}. '.repeat(8)}"`;
  expectSlip(ABOUT, /^description: .*/m, description, '"description" is too long. Filled in, it');
  expectSlip(
    'content/guides/guide-2.md',
    /^summary: .*/m,
    description.replace('description', 'summary'),
    '"summary" is too long',
  );
});

test('a heading as large as the page’s own is told', () => {
  expectSlip('content/legal/terms.md', '## What', '# What', `${BELOW}start a heading with ##`);
});

test.each([
  ['You save {withMail} {saving}', '{withMail}: Both go at the start of a paragraph'],
  ['{withoutMail}You save {saving}', '{withoutMail}: Both go at the start'],
  ['Words above it.\n{withMail} You save {saving}', '{withMail}: Both go at'],
])('a condition in the middle of words is told: %s', (slip, says) => {
  expect(problemsAfter(change(FAQ, 'You save {saving}', slip))).toEqual([
    expect.stringContaining(says),
  ]);
});

test('a condition that there is not is told with those that there are, and none is for a field or a mail', () => {
  expectSlip(FAQ, 'You', '{withMails} You', CURE);
  expectSlip(FAQ, 'or all?', 'or {withMail}?', '"question": {withMail} is not a placeholder.');
  const mail = 'content/mail/receipt.md';
  expectSlip(mail, 'Hello', '{withMail} Hello', `${BELOW}{withMail} is not a placeholder.`);
});

test('a paragraph with a condition is there only where that is true', () => {
  const html =
    '<p>Always.</p>\n<p>{withMail} A <em>mail</em> comes.</p>\n<p>{withoutMail} Keep it.</p>';
  expect(keepApplicable(html, true)).toBe('<p>Always.</p>\n<p>A <em>mail</em> comes.</p>\n');
  expect(keepApplicable(html, false)).toBe('<p>Always.</p>\n<p>Keep it.</p>\n');
});
