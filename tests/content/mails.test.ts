import { expect, test } from 'vitest';
import { check } from '../../src/content/check.ts';
import { plainText, splitFirst } from '../../src/content/html.ts';
import { change, expectError, problemsAfter } from './edited-content.ts';
import { SMALL_SHOP } from './small-shop.ts';

const RECEIPT = 'content/mail/receipt.md';

test('the check of content/mail names a wrong placeholder, a missing link, and a missing email', () => {
  expectError(RECEIPT, 'Hello.', 'Hello, {orders}.', '{orders} is not a placeholder.');
  expect(problemsAfter(change(RECEIPT, 'Hello.', '{guide}, {link}, {brand}.'))).toEqual([]);
  const without = change(RECEIPT, /^button:.*\n/m, '');
  expect(problemsAfter(without)).toEqual([expect.stringContaining('{link} is missing')]);
  expect(problemsAfter(without, change(RECEIPT, 'Hello.', 'Go to {link}.'))).toEqual([]);
  expectError('content/mail/find-purchase.md', '{orders}', '', '{orders} is missing', '\nHello.');
  expectError('content/mail/new-edition.md', '{stop}', '', '{stop} is missing', '\nHello.');
  const content = new Map([...SMALL_SHOP].filter(([file]) => file !== RECEIPT));
  expect(check(content).problems.join()).toContain(RECEIPT);
});

test('the text part of an email is its Markdown with plain links, headings and bold words', () => {
  const written =
    '## To print\n\n**Two** ways of *three*: [this]({link}).\n\n- 2 * 3 * 4\n- more\n';
  const text = 'TO PRINT\n\nTwo ways of three: this ({link}).\n\n- 2 * 3 * 4\n- more';
  expect(plainText(written)).toBe(text);
});

test.each([
  '<p>One.<br>Two.</p>',
  '<blockquote><p>One.</p><blockquote>Two.</blockquote></blockquote>',
  '<ul><li>One<ul><li>Two</li></ul></li></ul>',
])('the button of an email comes after the first block, such as %s', (first) => {
  const others = '\n<p>Three.</p>\n<ul><li>Four</li></ul>';
  expect(splitFirst(first + others)).toEqual([first, others]);
});
