import { expect, test } from 'vitest';
import {
  ACTIVE,
  GUIDES,
  PRODUCTS,
  type Product,
  SITE,
  fieldsOf,
  filesIn,
  plainDollars,
  productOf,
  textOf,
} from '../catalog.ts';

const DIFFERS =
  "the shop's content differs from its specification. If this is intended, change this table too";

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The pages of content/ whose text matches the pattern. */
const filesWith = (pattern: RegExp): string =>
  ['faq.md', ...filesIn('faqs'), ...filesIn('legal')]
    .filter((file) => pattern.test(textOf(file)))
    .join(' ');

const bundle = productOf('bundle');
const centsOf = ({ price_in_cents: cents }: Product): number => cents;
const separately = ACTIVE.filter((product) => product !== bundle);
const prices = ACTIVE.map(centsOf);

/**
 * Values of content/ and the specified values. An editor may change these values, so no other test
 * repeats them.
 */
const VALUES: readonly (readonly [name: string, shipped: unknown, specified: unknown])[] = [
  [
    'files',
    PRODUCTS.flatMap(({ files }) => files.map(({ name }) => name)),
    [
      'Money-Smart-Kids-Ages-6-10.pdf',
      'Money-Smart-Kids-Ages-11-14.pdf',
      'Money-Smart-Kids-Ages-15-18.pdf',
      'Money-Smart-Kids-Complete-Bundle.pdf',
    ],
  ],
  [
    'paths of the guides that come with a printable',
    GUIDES.filter(({ printable }) => printable).map(({ path }) => path),
    ['/guide-1'],
  ],
  ['product type of the bundle', bundle.product_type, 'bundle'],
  ['price of the bundle in cents', bundle.price_in_cents, 1999],
  ['struck-through price of the bundle in cents', sum(separately.map(centsOf)), 2697],
  ['number of lessons in the bundle', sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome)), 31],
  ['number of products that are not for sale', PRODUCTS.length - ACTIVE.length, 0],
  [
    'lowest price, highest price and number of offers',
    [Math.min(...prices), Math.max(...prices), prices.length],
    [899, 1999, 4],
  ],
  ['brand', SITE.brand, 'Money-Smart Kids'],
  ['refund window in days', SITE.refundWindowDays, 14],
  ['percentage in the claim', SITE.claim.percent, 88],
  ['text of the claim', SITE.claim.text, 'of adults wish they had learned more about money.'],
  [
    'role of the author',
    fieldsOf<{ role: string }>('creator.md').role,
    'Certified Financial Planner',
  ],
  ['number of testimonials', filesIn('testimonials').length, 3],
  [
    'number of steps on the About page',
    fieldsOf<{ steps: { items: unknown[] } }>('about.md').steps.items.length,
    4,
  ],
  ['number of FAQ entries', filesIn('faqs').length, 12],
  [
    'pages that ask for "your order number or the email address you paid with"',
    filesWith(/your order number or the email address you paid with/),
    [
      'faq.md',
      'faqs/08-download.md',
      'faqs/09-again-later.md',
      'faqs/10-refunds.md',
      'legal/privacy.md',
      'legal/refunds.md',
      'legal/terms.md',
    ].join(' '),
  ],
  [
    'pages that ask for "eight characters" or "the day you paid"',
    filesWith(/eight characters|the day you paid/),
    '',
  ],
];

test.each(VALUES)('has the specified %s', (_name, shipped, specified) => {
  expect(shipped, DIFFERS).toEqual(specified);
});

/**
 * For each guide: its page, its ages, its price, the number of lessons on the home page and on its
 * own page, its PDF and its product type.
 */
const GUIDE_VALUES = [
  ['/guide-1', '6–10', '8.99', 10, 10, 'about 2MB, 15 pages', 'individual_guide_6_10'],
  ['/guide-2', '11–14', '8.99', 11, 10, 'about 2MB, 15 pages', 'individual_guide_11_14'],
  ['/guide-3', '15–18', '8.99', 10, 10, 'about 2MB, 15 pages', 'individual_guide_15_18'],
] as const;

/** Words that each guide's page must contain. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  '/guide-1': ['jar', 'needs and wants', 'conversation scripts'],
  '/guide-2': ['budget', 'ads', 'conversation scripts'],
  '/guide-3': ['paycheck', 'tax', 'credit', 'invest', 'conversation scripts'],
};

test('has the specified guides', () => {
  const guides = GUIDES.map(({ path, product, ...guide }) => {
    const { product_type: type, price_in_cents: cents } = productOf(product);
    const pdf = `${guide.fileSize}, ${guide.pages} pages`;
    const { ages, lessonsOnHome, lessonsOnGuide } = guide;
    return [path, ages, plainDollars(cents), lessonsOnHome, lessonsOnGuide, pdf, type];
  });
  expect(guides, DIFFERS).toEqual(GUIDE_VALUES);
});

test.each(Object.entries(TOPICS))('covers the specified topics on %s', (path, topics) => {
  const text = textOf(`guides${path}.md`);
  for (const topic of topics) expect(text, DIFFERS).toMatch(new RegExp(`\\b${topic}`, 'i'));
});
