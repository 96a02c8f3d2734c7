import { expect, test } from 'vitest';
import { keepApplicable } from '../../src/content/conditions.ts';
import { change, expectSlip, problemsAfter } from './edited-content.ts';

const HOME = 'content/home.md';
const ABOUT = 'content/about.md';
const GUIDE = 'content/guides/guide-2.md';
const FAQ = 'content/faqs/05-bundle.md';
const CATALOG = 'content/catalog.json';
const BELOW = 'In the text below the fields: ';
const BRACES = 'Use braces only for placeholders, as in {brand}.';
const CURE =
  'Remove it, or use one of these: {price:guide-1} {price:guide-2} {price:guide-3} {price:bundle} {separately} {saving} {lessons} {refundDays} {brand} {supportEmail} {withMail} {withoutMail}.';

test.each([
  ['{savings}', '{savings} is not a placeholder.'],
  ['{ saving }', '{ saving } is not a placeholder.'],
  ['{{saving}}', '{{saving}} is not a placeholder.'],
  ['{constructor}', '{constructor} is not a placeholder.'],
  ['{saving', `A brace is missing its partner: {saving. ${BRACES}`],
  ['saving}', `A brace is missing its partner: saving}. ${BRACES}`],
  ['{}', '{} is not a placeholder.'],
])('%s in a text below the fields is told with those that there are', (slip, says) => {
  expectSlip(FAQ, '{saving}', slip, `${BELOW}${says} ${CURE}`);
});

const LONG = `"${'Words for {brand}. '.repeat(8)}"`;
test.each<Parameters<typeof expectSlip>>([
  [HOME, '{lessons}', '{price:bundel}', '"bundle > text": {price:bundel} is not a placeholder. R'],
  ['content/site.md', 'adults', '{brand}', '"claim > text": Placeholders are not filled in here.'],
  [CATALOG, 'Complete Bundle"', '{brand}"', '"products > 4 > name": Placeholders are not filled'],
  [ABOUT, /^description: .*/m, `description: ${LONG}`, '"description" is too long. Filled in, it'],
  [GUIDE, /^summary: .*/m, `summary: ${LONG}`, '"summary" is too long'],
  ['content/legal/terms.md', '## What', '# What', `${BELOW}start a heading with ##`],
  [FAQ, 'You', 'You {withMail}', '{withMail}: Both go at the start of a paragraph'],
  [FAQ, 'You', '{withoutMail}You', '{withoutMail}: Both go at the start'],
  [FAQ, 'You', '{withMails} You', CURE],
  [FAQ, 'or all?', 'or {withMail}?', '"question": {withMail} is not a placeholder.'],
  ['content/mail/receipt.md', 'Hello', '{withMail} Hello', `${BELOW}{withMail} is not a placeho`],
])('in %s, %o written as %o is told', (...slip) => expectSlip(...slip));

test('a title that search engines would cut is told with its length, filled in', () => {
  const title = 'About us and how the guides of ours work at your home';
  expect(problemsAfter(change(ABOUT, /^title: .*/m, `title: ${title}`))).toEqual([
    `${ABOUT}, line 2: "title" is too long. Filled in, it has 67 characters, and search engines show only 59: ${title} | Coin School`,
  ]);
});

test('a paragraph with a condition is there only where that is true', () => {
  const html =
    '<p>Always.</p>\n<p>{withMail} A <em>mail</em> comes.</p>\n<p>{withoutMail} Keep it.</p>';
  expect(keepApplicable(html, true)).toBe('<p>Always.</p>\n<p>A <em>mail</em> comes.</p>\n');
  expect(keepApplicable(html, false)).toBe('<p>Always.</p>\n<p>Keep it.</p>\n');
});
