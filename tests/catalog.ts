import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'astro/zod';
import { parse } from 'yaml';
import { addressOfFile } from '../src/content/addresses.ts';
import type { guideSchema } from '../src/content/schemas/guide.ts';
import type { lessonSchema } from '../src/content/schemas/pages.ts';
import type { siteSchema } from '../src/content/schemas/parts.ts';
import type { Catalog, Product } from '../src/contract/catalog.ts';
import type { OrderWords } from '../src/contract/orders.ts';

/** This file reads the content without the shop's code, except for its types and list of pages. */
const CONTENT = path.join(import.meta.dirname, '../content');

/** The text of a file in content/. */
export const textOf = (file: string): string => readFileSync(path.join(CONTENT, file), 'utf8');

export type { Product };
export type Guide = z.input<typeof guideSchema>;

/** The fields at the top of a Markdown file. */
export const fieldsOf = <Fields>(file: string): Fields =>
  parse(textOf(file).split(/^---$/m)[1] ?? '');

/** The paragraphs below the fields. */
export const paragraphsOf = (file: string): string[] =>
  (textOf(file).split(/^---$/m)[2] ?? '').trim().split(/\n{2,}/);

/** The Markdown files in a folder of content/, sorted by name. */
export const filesIn = (folder: string): string[] =>
  readdirSync(path.join(CONTENT, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `${folder}/${name}`);

/** The Vitest project "other catalog" sets CATALOG (.config/vitest.config.ts). */
const { CATALOG: FILE = path.join(CONTENT, 'catalog.json') } = process.env;
const CATALOG: Catalog = JSON.parse(readFileSync(FILE, 'utf8'));
export const { checkout: CHECKOUT = {} } = CATALOG;
export const PRODUCTS = CATALOG.products;

/** The day in the shop's time zone, "2026-11-21". The Swedish locale uses this format. */
export const dayOf = (ms: number): string =>
  new Date(ms).toLocaleDateString('sv-SE', { timeZone: CATALOG.time_zone });

/** Formats "2026-11-21" as "November 21, 2026". */
export const longDate = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The guides, sorted by number, each with the path of its page. */
export const GUIDES: readonly (Guide & { readonly path: string })[] = filesIn('guides')
  .map((file) => Object.assign(fieldsOf<Guide>(file), { path: `/${path.basename(file, '.md')}` }))
  .toSorted((a, b) => a.number - b.number);

export const SITE = fieldsOf<z.input<typeof siteSchema>>('site.md');

type Lesson = z.input<typeof lessonSchema>;

/** The free lessons, each with the path of its page. */
export const LESSONS: readonly (Lesson & { readonly path: string })[] = [
  'lesson.md',
  ...filesIn('lessons'),
].map((file) => Object.assign(fieldsOf<Lesson>(file), { path: `/${file.replace('.md', '')}` }));

/** The text about an order, by state. */
export const ORDERS = fieldsOf<OrderWords>('orders.md');

/** The product with this id or product_type. */
export const productOf = (name: string): Product => {
  const product = PRODUCTS.find(({ id, product_type }) => name === id || name === product_type);
  if (!product) throw new Error(`content/catalog.json has no product ${name}.`);
  return product;
};

export const centsOf = (name: string): number => productOf(name).price_in_cents;

/** The beginning of an email's subject, up to the first placeholder except {brand}. */
export const subjectOf = (mail: string): string => {
  const { subject } = fieldsOf<{ subject: string }>(`mail/${mail}.md`);
  return subject.replace('{brand}', SITE.brand).split('{')[0] ?? '';
};

/** An amount as in schema.org data and CSV files: "8.99". */
export const plainDollars = (cents: number): string => (cents / 100).toFixed(2);

/** An amount as on the pages: "$8.99". */
export const dollars = (cents: number): string => `$${plainDollars(cents)}`;

export const priceOf = (name: string): string => dollars(centsOf(name));

/** Whether a file is an article with a future date. The build omits these. */
const isWaiting = (file: string): boolean =>
  file.startsWith('articles/') &&
  file.endsWith('.md') &&
  fieldsOf<{ published: string }>(file).published > dayOf(Date.now());

/** The public pages, which search engines may list. */
export const CONTENT_PAGES = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((file) => !isWaiting(file))
  .flatMap((file) => addressOfFile(`content/${file}`) ?? [])
  .filter((address) => !address.includes('#'));

/** The article pages, unsorted. */
export const ARTICLES = CONTENT_PAGES.filter((address) => address.startsWith('/articles/'));

/** A guide's name as shown in the menus, with a plain hyphen in the ages. */
export const menuName = ({ number, ages }: Guide): string =>
  `Guide ${number} (Ages ${ages.replace('–', '-')})`;

/** The products on sale, whose files a bundle includes. */
export const ACTIVE = PRODUCTS.filter((product) => product.is_active);

/** The files of a bundle, in the order in which a buyer gets them. */
export const BUNDLED = [productOf('bundle'), ...ACTIVE.filter(({ id }) => id !== 'bundle')].map(
  ({ files: [guide] }) => guide.name,
);

/** The file name of a product's guide on the buyer's disk. */
export const fileNameOf = (id: string): string => productOf(id).files[0].name;

/** A product and its guide file, in the form that the shop's functions expect. */
export const soldGuide = (id: string) => {
  const product = productOf(id);
  return { product, file: product.files[0] };
};

const QUESTIONS = filesIn('faqs');
const [FIRST_QUESTION = ''] = QUESTIONS;
export const FAQ = {
  count: QUESTIONS.length,
  /** The id of the last question on the FAQ page. */
  lastId: path.basename(QUESTIONS.at(-1) ?? '', '.md').replace(/^\d+-/, ''),
  question: fieldsOf<{ question: string }>(FIRST_QUESTION).question,
  /**
   * The beginning of the first question's answer, up to a period, a line break, a brace or a
   * Markdown character.
   */
  answer: /^[^{[*_.\n]+/.exec(paragraphsOf(FIRST_QUESTION)[0] ?? '')?.[0] ?? '',
};
