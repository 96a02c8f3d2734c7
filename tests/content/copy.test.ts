import { expect, test } from 'vitest';
import { bundleSums, factsOf, fillAll } from '../../src/content/fill.ts';
import {
  fillHtml,
  keepApplicable,
  paragraphs,
  plainText,
  splitFirst,
} from '../../src/content/html.ts';
import { tonightLines } from '../../src/content/tonight.ts';

const product = (id: string, product_type: string, price_in_cents = 900, is_active = true) => ({
  id,
  product_type,
  price_in_cents,
  is_active,
});

test('the copy can use every number of the catalogue, and counts no guide that is off sale', () => {
  const site = {
    brand: 'Shop',
    supportEmail: 'help@shop.example',
    refundWindowDays: 14,
    legalName: 'Shop LLC',
    postalAddress: '12 Elm St',
  };
  const guides = [
    { product: 'guide-1', lessonsOnHome: 10 },
    { product: 'guide-2', lessonsOnHome: 11 },
  ];
  const first = product('guide-1', 'individual_guide_6_10', 949);
  const second = product('guide-2', 'individual_guide_11_14', 899);
  expect(factsOf(site, [first, second, product('all', 'bundle', 1499)], guides)).toEqual({
    'price:guide-1': '$9.49',
    'price:guide-2': '$8.99',
    'price:all': '$14.99',
    separately: '$18.48',
    saving: '$3.49',
    lessons: '21',
    refundDays: '14',
    brand: 'Shop',
    supportEmail: 'help@shop.example',
    imprint: 'Shop LLC, 12 Elm St',
  });
  const offSale = [first, { ...second, is_active: false }, product('all', 'bundle', 900)];
  const sums = { separatelyInCents: 949, savingInCents: 49, guides: 1, lessons: 10 };
  expect(bundleSums(offSale, guides)).toEqual(sums);
});

test('placeholders are filled in, in lists and in what is nested too; dates stay dates', () => {
  const facts = { 'price:guide-1': '$9.49' };
  const same = { count: 4, updated: new Date('2026-11-01') };
  const copy = { heading: 'For {price:guide-1}', list: [{ text: '{price:guide-1}' }], ...same };
  const filled = { heading: 'For $9.49', list: [{ text: '$9.49' }], ...same };
  expect(fillAll(copy, facts)).toEqual(filled);
});

const LINK = '<a href="mailto:help@shop.example">help@shop.example</a>';

test.each([
  [
    'a fact is text, whatever characters it has',
    '<p title="{brand}">{brand}</p>',
    '<p title="Kids &amp; &lt;Money&gt;">Kids &amp; &lt;Money&gt;</p>',
  ],
  [
    'a link that an editor wrote stays one link',
    '<a href="mailto:%7BsupportEmail%7D"><b>{supportEmail}</b></a> or {supportEmail}',
    `<a href="mailto:help@shop.example"><b>help@shop.example</b></a> or ${LINK}`,
  ],
])('in HTML, %s', (_what, written, html) => {
  const facts = { brand: 'Kids & <Money>', supportEmail: 'help@shop.example' };
  expect(fillHtml(written, facts)).toBe(html);
});

test('plain text is escaped, in paragraphs, with the address as a link', () => {
  const written = 'Under <5 & <img src=x>.\n\nWrite to help@shop.example.\n';
  const html = `<p>Under &lt;5 &amp; &lt;img src=x&gt;.</p><p>Write to ${LINK}.</p>`;
  expect(paragraphs(written, 'help@shop.example')).toBe(html);
});

test('a paragraph with a condition is shown only if that is true', () => {
  const html = '<p>All.</p>\n<p>{withMail} A <em>mail</em>.</p>\n<p>{withoutMail} Keep it.</p>';
  expect(keepApplicable(html, true)).toBe('<p>All.</p>\n<p>A <em>mail</em>.</p>\n');
  expect(keepApplicable(html, false)).toBe('<p>All.</p>\n<p>Keep it.</p>\n');
});

test('a guide’s line for tonight has its lesson and what to have ready, the bundle’s all on sale', () => {
  const young = product('guide-0', 'young');
  const old = product('guide-1', 'old');
  const gone = product('guide-2', 'gone', 900, false);
  const guide = (sold: typeof young, ages: string) => ({
    product: sold,
    ages,
    title: `Guide for ${ages}`,
    learn: ['The first', `Lesson for ${ages}`].map((title) => ({ title, scene: '' })),
    preview: [{ lesson: 2, read: '', together: 'Count.', script: [] }],
    tonight: { lesson: 2, ready: 'a jar' },
  });
  const guides = [guide(young, '6–10'), guide(old, '11–14'), guide(gone, '15–18')];
  expect(tonightLines(guides, [young, old, product('bundle', 'bundle')])).toEqual({
    young: 'Tonight: Lesson for 6–10. Have ready: a jar. When they turn 11: Guide for 11–14.',
    old: 'Tonight: Lesson for 11–14. Have ready: a jar.',
    bundle:
      'Tonight: “Lesson for 6–10” (ages 6–10) or “Lesson for 11–14” (ages 11–14). Each takes ten minutes.',
  });
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
