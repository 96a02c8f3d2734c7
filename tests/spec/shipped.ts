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
import { TOPICS, type VALUES } from './values.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const guideValues = ({ number, product, ...guide }: (typeof GUIDES)[number]) => {
  const { product_type, price_in_cents, file_name } = productOf(product);
  const name = `Guide ${number}`;
  return {
    [`${name}, product type`]: product_type,
    [`${name}, page`]: guide.path,
    [`${name}, ages`]: guide.ages,
    [`${name}, price`]: plainDollars(price_in_cents),
    [`${name}, lessons on the home page`]: guide.lessonsOnHome,
    [`${name}, lessons on its own page`]: guide.lessonsOnGuide,
    [`${name}, PDF`]: `${guide.fileSize}, ${guide.pages} pages`,
    [`${name}, file`]: file_name,
  };
};

/** The pages of the guides whose text has not all of some words. */
const withoutWords = (wordsOf: (page: string) => readonly string[]): string =>
  GUIDES.filter(({ path }) => {
    const text = textOf(`guides${path}.md`);
    return wordsOf(path).some((word) => !new RegExp(`\\b${word}`, 'i').test(text));
  })
    .map(({ path }) => path)
    .join(' ');

/** The pages of content/ whose text has such words. */
const filesWith = (words: RegExp): string =>
  ['faq.md', ...filesIn('faqs'), ...filesIn('legal')]
    .filter((file) => words.test(textOf(file)))
    .join(' ');

const bundle = productOf('bundle');
const prices = ACTIVE.map(({ price_in_cents: cents }) => cents);
const separately = sum(
  ACTIVE.filter((product) => product !== bundle).map(({ price_in_cents: cents }) => cents),
);
const about = fieldsOf<{ steps: { items: unknown[] } }>('about.md');

/** What content/ says of each value of the table. */
export const SHIPPED: Readonly<Record<string, unknown>> = {
  ...Object.assign({}, ...GUIDES.map(guideValues)),
  'guides, number of': GUIDES.length,
  'guides, without a topic of theirs': withoutWords((path) => TOPICS[path] ?? []),
  'guides, without conversation scripts': withoutWords(() => ['conversation scripts']),
  'guides, with a printable': GUIDES.filter((guide) => guide.printable)
    .map(({ path }) => path)
    .join(' '),
  'bundle, product type': bundle.product_type,
  'bundle, price': plainDollars(bundle.price_in_cents),
  'bundle, struck-through price': plainDollars(separately),
  'bundle, lessons': sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome)),
  'bundle, file': bundle.file_name,
  'products, not on sale': PRODUCTS.filter((product) => !product.is_active)
    .map(({ id }) => id)
    .join(' '),
  'aggregate offer': `${plainDollars(Math.min(...prices))}-${plainDollars(Math.max(...prices))} USD, ${prices.length} offers`,
  brand: SITE.brand,
  'refund window in days': SITE.refundWindowDays,
  claim: `${SITE.claim.percent}% ${SITE.claim.text}`,
  author: fieldsOf<{ role: string }>('creator.md').role,
  testimonials: filesIn('testimonials').length,
  'About, steps': about.steps.items.length,
  'FAQ entries': filesIn('faqs').length,
  'asks for "your order number or the email address you paid with"': filesWith(
    /your order number or the email address you paid with/,
  ),
  'asks otherwise for an order': filesWith(/eight characters|the day you paid/),
} satisfies Partial<Record<keyof typeof VALUES, unknown>>;
