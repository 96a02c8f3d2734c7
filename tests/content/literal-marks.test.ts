import { describe, expect, test } from 'vitest';
import { findLiteralMarks } from '../../src/content/check/literal-marks.ts';
import { change, problemsAfter } from './small-shop.ts';

const NO_BREAK = '\u00A0';

describe('Markdown that would be published as typed', () => {
  test.each([
    { name: 'a space in a link', text: 'See [refunds] (/refunds).', fix: '[refunds](/refunds)' },
    {
      name: 'a link split across two lines',
      text: 'See [refunds]\n(/refunds).',
      fix: 'can’t have a space between',
    },
    { name: 'swapped brackets', text: 'See (refunds)[/refunds].', fix: 'are swapped' },
    {
      name: 'an unclosed link',
      text: 'See [refunds](/refunds and pay.',
      fix: 'no closing parenthesis',
    },
    {
      name: 'a space in an address',
      text: '[refunds](/our refunds)',
      fix: 'address contains a space',
    },
    { name: 'a link without an address', text: 'See [refunds][money].', fix: 'where this link' },
    { name: 'double brackets', text: 'See [[refunds]].', fix: 'single brackets' },
    { name: 'unclosed bold text', text: 'This is **Bold.', fix: '**bold**' },
    { name: 'bold text with spaces inside', text: 'This is ** bold **.', fix: 'no space inside' },
    { name: 'unclosed bold text with underscores', text: '__Bold', fix: '**bold**' },
    { name: 'unclosed emphasis', text: 'This is *really good.', fix: '*really*' },
    { name: 'emphasis that was never opened', text: 'This is really* good.', fix: '*really*' },
    { name: 'an unclosed underscore', text: 'This is _really good.', fix: '_really_' },
    { name: 'unclosed code', text: 'Use `SPRING today.', fix: '`SPRING`' },
    { name: 'unclosed strikethrough', text: 'It was ~~nine dollars.', fix: '~~gone~~' },
    { name: 'a heading without a space', text: '##What you buy', fix: '## What you buy' },
    { name: 'a heading with a no-break space', text: `##${NO_BREAK}What`, fix: '## What you buy' },
    { name: 'a first-level heading without a space', text: '#What', fix: '## What you buy' },
    { name: 'a list item with a no-break space', text: `-${NO_BREAK}one jar`, fix: '- one jar' },
    { name: 'a list item without a space', text: '-one jar', fix: '- one jar' },
    {
      name: 'a numbered item with a no-break space',
      text: `1.${NO_BREAK}Take`,
      fix: '1. Take three jars',
    },
    {
      name: 'a numbered item without a space',
      text: '1.Take three jars',
      fix: '1. Take three jars',
    },
    {
      name: 'a no-break space before a list item',
      text: `${NO_BREAK}- one`,
      fix: 'starts with a no-break space',
    },
    { name: 'a bullet character', text: '• one jar', fix: 'not with a bullet' },
    { name: 'a bullet character with a tab', text: '•\tone jar', fix: 'not with a bullet' },
    { name: 'a middle dot with a tab', text: '·\tone jar', fix: 'not with a bullet' },
  ])('rejects $name', ({ text, fix }) => {
    const found = [...findLiteralMarks(text)];
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(fix);
  });

  test.each([
    { name: 'a footnote', text: 'Coins.[^1]', definition: '\n\n[^1]: Or cards.', fix: 'footnotes' },
    { name: 'an unchecked checkbox', text: '- [ ] one jar', fix: 'checkboxes' },
    { name: 'a checked checkbox', text: '- [x] one jar', fix: 'checkboxes' },
    { name: 'a GitHub alert', text: '> [!NOTE]\n> Coins.', fix: '[!NOTE]' },
    { name: 'a directive', text: ':::tip', fix: ':::' },
    { name: 'a definition list', text: 'Allowance\n: Money for a week', fix: 'definition lists' },
    { name: 'highlighted text', text: 'This is ==marked==.', fix: '==' },
    { name: 'superscript', text: 'x^2^', fix: '^' },
    { name: 'a formula', text: '$$x$$', fix: '$$' },
    { name: 'an emoji shortcode', text: 'Well done :smile:', fix: ':smile:' },
    { name: 'a table without a delimiter row', text: '| a | b |', fix: '|---|---|' },
    { name: 'a table of contents', text: '[TOC]', fix: 'table of contents' },
  ])('rejects $name as unsupported Markdown', ({ text, definition = '', fix }) => {
    const [first] = findLiteralMarks(text + definition);
    expect(first?.message).toContain(fix);
  });

  test('reports the line number of the mistake', () => {
    const [problem] = problemsAfter(
      change('content/faqs/05-bundle.md', 'You', 'Yes.\n\nIt is\n**Bold. You'),
    );
    const line = problem?.match(/^content\/faqs\/05-bundle\.md, line (\d+): /)?.[1];
    expect(line).toBe('8');
  });
});

test.each([
  '(~10 minutes) and costs (~$9)',
  '5~10 to 12~15',
  'rock ’n’ roll',
  '5 * 3 = 15, and 5*3 too',
  '**bold**, *emphasis*, _emphasis_, ~~gone~~ and `SPRING`',
  'an escaped \\*star\\*, \\`tick and \\[bracket\\](/faqs',
  'a star as a code: &#42;here',
  'snake_case_word and https://example.com/a_b',
  '#1 of our guides',
  '-5 dollars, and +5 dollars',
  '10:30 a.m.',
  '2026. It was a good year.',
  'Fill in ____ here.',
  '[sic] (really), and (one) [two]',
  'A [link](/faqs): enter it.',
  '**“Quote.”** Then more.',
  '- one\n- two\n\n1. three\n2. four\n\n> five',
  '| a | b |\n|---|---|\n| c | d |',
  'Allowance · chores',
  '2^10 is 1,024',
  'Costs $5 or $6.',
])('accepts “%s”', (text) => {
  const problems = [...findLiteralMarks(text)];
  expect(problems).toEqual([]);
});
