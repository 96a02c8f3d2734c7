import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { bundleSums } from '../../src/content/facts.ts';
import { fillAll } from '../../src/content/fill.ts';
import {
  fillHtml,
  removeInapplicableParagraphs,
  textToHtml,
  splitAfterFirstBlock,
} from '../../src/content/html.ts';
import { firstEvenings } from '../../src/content/first-evening.ts';
import { markdownToText } from '../../src/content/markdown-to-text.ts';
import { change, edited } from './small-shop.ts';

test('computes the value of every placeholder without counting inactive guides', () => {
  const catalog = 'content/catalog.json';
  const content = edited(
    change('content/site.md', 'claim:', 'legalName: Coins LLC\npostalAddress: 12 Elm St\nclaim:'),
    change('content/guides/guide-1.md', 'lessonsOnHome: 10', 'lessonsOnHome: 11'),
    change(catalog, '750', '949'),
    change(
      catalog,
      /(?<="individual_guide_15_18"(?:(?!"is_active")[^])*"is_active": )true/,
      'false',
    ),
  );
  const { facts, shop } = checkContent(content);
  expect(facts).toEqual({
    'price:guide-1': '$9.49',
    'price:guide-2': '$7.50',
    'price:guide-3': '$7.50',
    'price:bundle': '$15.00',
    separately: '$16.99',
    saving: '$1.99',
    guides: 'two',
    lessons: '21',
    refundDays: '14',
    brand: 'Coin School',
    supportEmail: 'help@coin-school.example',
    imprint: 'Coins LLC, 12 Elm St',
  });
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  expect(bundleSums(shop?.catalog.fields.products ?? [], guides).guides).toBe(2);
});

test('fills placeholders in lists and nested fields without changing dates', () => {
  const facts = { 'price:guide-1': '$9.49' };
  const same = { count: 4, updated: new Date('2026-11-01') };
  const copy = { heading: 'For {price:guide-1}', list: [{ text: '{price:guide-1}' }], ...same };
  const filled = { heading: 'For $9.49', list: [{ text: '$9.49' }], ...same };
  expect(fillAll(copy, facts)).toEqual(filled);
});

const LINK = '<a href="mailto:help@shop.example">help@shop.example</a>';

test.each([
  {
    name: 'escapes a value with HTML characters',
    written: '<p title="{brand}">{brand}</p>',
    html: '<p title="Kids &amp; &lt;Money&gt;">Kids &amp; &lt;Money&gt;</p>',
  },
  {
    name: 'turns the support address into a link unless it already is one',
    written: '<a href="mailto:%7BsupportEmail%7D"><b>{supportEmail}</b></a> or {supportEmail}',
    html: `<a href="mailto:help@shop.example"><b>help@shop.example</b></a> or ${LINK}`,
  },
])('$name', ({ written, html }) => {
  const facts = { brand: 'Kids & <Money>', supportEmail: 'help@shop.example' };
  expect(fillHtml(written, facts)).toBe(html);
});

test('turns plain text into escaped paragraphs with the email address as a link', () => {
  const written = 'Under <5 & <img src=x>.\n\nWrite to help@shop.example.\n';
  const html = `<p>Under &lt;5 &amp; &lt;img src=x&gt;.</p><p>Write to ${LINK}.</p>`;
  expect(textToHtml(written, 'help@shop.example')).toBe(html);
});

test.each([
  {
    name: 'with email and a bundle',
    mail: true,
    bundle: true,
    shown: ['A <em>mail</em>.', 'Get all.'],
  },
  {
    name: 'with email and no bundle',
    mail: true,
    bundle: false,
    shown: ['A <em>mail</em>.', 'One by one.'],
  },
  {
    name: 'with a bundle and no email',
    mail: false,
    bundle: true,
    shown: ['Keep it.', 'Get all.'],
  },
  {
    name: 'without email or a bundle',
    mail: false,
    bundle: false,
    shown: ['Keep it.', 'One by one.'],
  },
])('keeps only the paragraphs that apply to a shop $name', ({ mail, bundle, shown }) => {
  const html = [
    '<p>{withMail} A <em>mail</em>.</p>',
    '<p>{withoutMail} Keep it.</p>',
    '<p>{withBundle} Get all.</p>',
    '<p>{withoutBundle} One by one.</p>',
  ].join('\n');
  const result = removeInapplicableParagraphs(`${html}\n`, { mail, bundle });
  expect(result).toBe(shown.map((words) => `<p>${words}</p>\n`).join(''));
});

describe('bundleSums', () => {
  const guides = [
    { product: 'a', lessonsOnHome: 10 },
    { product: 'b', lessonsOnHome: 11 },
  ];
  const sumsOf = (...onSale: string[]) => {
    const product = (id: string, price_in_cents: number, product_type = `guide_${id}`) => ({
      id,
      product_type,
      price_in_cents,
      is_active: onSale.includes(id),
    });
    const products = [product('a', 900), product('b', 800), product('all', 1500, 'bundle')];
    return bundleSums(products, guides);
  };
  const ALL = { guides: 2, lessons: 21, separatelyInCents: 1700, savingInCents: 200 };

  test.each([
    { name: 'all guides if all are active', onSale: ['a', 'b', 'all'], sums: ALL },
    { name: 'all guides if none is active yet', onSale: [], sums: ALL },
    { name: 'all guides if only the bundle is active', onSale: ['all'], sums: ALL },
    { name: 'all guides if the bundle is not for sale', onSale: ['a'], sums: ALL },
    {
      name: 'only the active guides if one is inactive',
      onSale: ['a', 'all'],
      sums: { guides: 1, lessons: 10, separatelyInCents: 900, savingInCents: -600 },
    },
  ])('includes $name', ({ onSale, sums }) => {
    expect(sumsOf(...onSale)).toEqual(sums);
  });
});

const sell = (product_type: string, is_active = true) => ({ product_type, is_active });

describe('the suggestion for the first evening', () => {
  const young = sell('young');
  const old = sell('old');
  const gone = sell('gone', false);
  const guide = (sold: typeof young, ages: string, lesson = `Lesson for ${ages}`) => ({
    product: sold,
    href: `/guide-for-${ages}`,
    ages,
    title: `Guide for ${ages}`,
    learn: ['The first', lesson].map((title) => ({ title, scene: '' })),
    preview: [{ lesson: 2, read: '', together: 'Count.', script: [] }],
    tonight: { lesson: 2, ready: 'a jar' },
  });
  const guides = [guide(young, '6–10'), guide(old, '11–14'), guide(gone, '15–18')];
  const evenings = firstEvenings(guides, [young, old, sell('bundle')]);

  test('includes the lesson, its materials and the next guide', () => {
    expect(evenings['young']).toEqual({
      text: 'Try it tonight: “Lesson for 6–10.” You’ll need a jar.',
      next: { age: 11, title: 'Guide for 11–14', href: '/guide-for-11–14' },
    });
  });

  test('does not suggest an inactive guide as the next guide', () => {
    expect(evenings['old']).toEqual({
      text: 'Try it tonight: “Lesson for 11–14.” You’ll need a jar.',
      next: null,
    });
  });

  test('suggests a lesson from each active guide to buyers of the bundle', () => {
    expect(evenings['bundle']).toEqual({
      text: [
        'Try one tonight: “Lesson for 6–10” (ages 6–10) or “Lesson for 11–14” (ages 11–14).',
        'Each takes about ten minutes.',
      ].join(' '),
      next: null,
    });
  });

  test.each(['Are we rich?', 'Stop!', 'And then …'])(
    'adds no period after the lesson title “%s”',
    (lesson) => {
      const asking = guide(young, '6–10', lesson);
      expect(firstEvenings([asking], [young])['young']?.text).toContain(`“${lesson}” You’ll need`);
    },
  );
});

test('converts links, headings and bold words to plain text in the text part of an email', () => {
  const written =
    '## To print\n\n**Two** ways of *three*: [this]({link}).\n\n- 2 * 3 * 4\n- more\n';
  const text = 'TO PRINT\n\nTwo ways of three: this ({link}).\n\n- 2 * 3 * 4\n- more';
  expect(markdownToText(written)).toBe(text);
});

test('uses typographic quotes, dashes and ellipses in the text part of an email', () => {
  const written = `It's "yours" -- 'now'... [Don't "wait"](https://a.example/?q='x')`;
  const text = "It’s “yours” – ‘now’… Don’t “wait” (https://a.example/?q='x')";
  expect(markdownToText(written)).toBe(text);
});

test.each(['help@a.example', 'https://a.example/help'])(
  'writes the link %s without repeating its address in the text part of an email',
  (address) => {
    expect(markdownToText(`Ask ${address}, or <${address}>.`)).toBe(
      `Ask ${address}, or ${address}.`,
    );
  },
);

test('keeps the Markdown of lists and quotes in the text part of an email', () => {
  const written = '1. One  \nmore\n2. Two\n   - Deeper\n\n> Say\n> this.';
  const text = '1. One\n   more\n2. Two\n   - Deeper\n\n> Say\n> this.';
  expect(markdownToText(written)).toBe(text);
});

test.each([
  '<p>One.<br>Two.</p>',
  '<blockquote><p>One.</p><blockquote>Two.</blockquote></blockquote>',
  '<ul><li>One<ul><li>Two</li></ul></li></ul>',
])('puts the button of an email after the first block: %s', (first) => {
  const others = '\n<p>Three.</p>\n<ul><li>Four</li></ul>';
  expect(splitAfterFirstBlock(first + others)).toEqual([first, others]);
});
