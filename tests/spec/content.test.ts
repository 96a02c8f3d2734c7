import { expect, test } from 'vitest';
import {
  ACTIVE,
  GUIDES,
  PRODUCTS,
  SITE,
  fieldsOf,
  filesIn,
  plainDollars,
  productOf,
  textOf,
} from '../catalogue.ts';
import { GUIDE_VALUES, TOPICS, VALUES } from './values.ts';

const DIFFERS =
  "the shop's content differs from its specification: change this table too if that is meant";

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The pages of content/ whose text has such words. */
const filesWith = (words: RegExp): string =>
  ['faq.md', ...filesIn('faqs'), ...filesIn('legal')]
    .filter((file) => words.test(textOf(file)))
    .join(' ');

const bundle = productOf('bundle');
const separately = ACTIVE.filter((product) => product !== bundle);
const prices = ACTIVE.map(({ price_in_cents: cents }) => cents);

/** The values of content/, by the names of the table. */
const SHIPPED: Readonly<Record<keyof typeof VALUES, unknown>> = {
  files: PRODUCTS.map(({ file_name: file }) => file).join(' '),
  'pages of guides with a printable': GUIDES.filter(({ printable }) => printable)
    .map(({ path }) => path)
    .join(' '),
  'bundle, product type': bundle.product_type,
  'bundle, price': plainDollars(bundle.price_in_cents),
  'bundle, struck-through price': plainDollars(
    sum(separately.map(({ price_in_cents: cents }) => cents)),
  ),
  'bundle, lessons': sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome)),
  'products, not on sale': PRODUCTS.filter((product) => !product.is_active)
    .map(({ id }) => id)
    .join(' '),
  'aggregate offer': `${plainDollars(Math.min(...prices))}-${plainDollars(Math.max(...prices))} USD, ${prices.length} offers`,
  brand: SITE.brand,
  'refund window in days': SITE.refundWindowDays,
  claim: `${SITE.claim.percent}% ${SITE.claim.text}`,
  author: fieldsOf<{ role: string }>('creator.md').role,
  testimonials: filesIn('testimonials').length,
  'About, steps': fieldsOf<{ steps: { items: unknown[] } }>('about.md').steps.items.length,
  'FAQ entries': filesIn('faqs').length,
  'asks for "your order number or the email address you paid with"': filesWith(
    /your order number or the email address you paid with/,
  ),
  'asks otherwise for an order': filesWith(/eight characters|the day you paid/),
};

test.each(Object.entries(VALUES))('%s', (name, value) => {
  expect({ ...SHIPPED }[name], DIFFERS).toBe(value);
});

test('the guides', () => {
  const guides = GUIDES.map(({ path, product, ...guide }) => {
    const { product_type: type, price_in_cents: cents } = productOf(product);
    const pdf = `${guide.fileSize}, ${guide.pages} pages`;
    const { ages, lessonsOnHome, lessonsOnGuide } = guide;
    return [path, ages, plainDollars(cents), lessonsOnHome, lessonsOnGuide, pdf, type];
  });
  expect(guides, DIFFERS).toEqual(GUIDE_VALUES);
});

test.each(Object.entries(TOPICS))('the page of %s has its topics', (path, topics) => {
  const text = textOf(`guides${path}.md`);
  for (const topic of topics) expect(text, DIFFERS).toMatch(new RegExp(`\\b${topic}`, 'i'));
});
