import type { z } from 'astro/zod';
import { money } from '../contract/money.ts';
import { type Entry, atField, isOf } from './entry.ts';
import { bundleSums } from './fill.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';

const BUNDLE = 'bundle';

/** The guide that the home page and the About page link to. */
const FIRST = 'content/guides/guide-1.md';

/** The valid files that have to agree with each other. Null while one is missing. */
export function shopOf(entries: readonly Entry[], files: readonly string[]) {
  const of = <S extends z.ZodObject>(kind: Kind<S>) => entries.filter((entry) => isOf(entry, kind));
  const [[catalog], [home], [site]] = [of(kinds.catalog), of(kinds.home), of(kinds.site)];
  const [lesson] = of(kinds.lesson);
  const [guides, articles] = [of(kinds.guides), of(kinds.articles)];
  const all = files.filter((file) => file.startsWith(kinds.guides.at) && file.endsWith('.md'));
  if (!catalog || !home || !lesson || !site || guides.length < all.length) return null;
  return { catalog, home, lesson, site, guides, articles };
}

export type Shop = NonNullable<ReturnType<typeof shopOf>>;

/** Guides without a product, and two guides with the same number or the same product. */
function* wrongGuides({ catalog, guides }: Shop): Iterable<string> {
  const { products } = catalog.fields;
  const ids = products.filter((one) => one.product_type !== BUNDLE).map(({ id }) => id);
  for (const [index, guide] of guides.entries()) {
    const { product } = guide.fields;
    if (!ids.includes(product)) {
      const says = `Each guide sells its own product, and content/catalog.json has no product "${product}". It has: ${ids.join(', ')}.`;
      yield atField(guide, ['product'], says);
    }
    for (const field of ['product', 'number'] as const) {
      const same = guides.slice(0, index).find((one) => one.fields[field] === guide.fields[field]);
      const says = `${same?.file} already uses ${guide.fields[field]}. Each guide needs its own.`;
      if (same) yield atField(guide, [field], says);
    }
  }
}

type Choice = { guide: string; lesson?: number };

/** A chosen guide that doesn't exist, or a lesson that it doesn't give in full. `path` leads to the choice in its file. */
function* wrongChoice(
  file: Entry,
  path: readonly string[],
  { guide: id, lesson }: Choice,
  guides: Shop['guides'],
): Iterable<string> {
  const guide = guides.find((one) => one.file === `${kinds.guides.at}${id}.md`);
  if (!guide)
    yield atField(file, [...path, 'guide'], `There is no file ${kinds.guides.at}${id}.md.`);
  const lessons = guide?.fields.preview.map((preview) => preview.lesson) ?? [];
  if (!guide || lesson === undefined || lessons.includes(lesson)) return;
  const says = `${guide.file} does not list lesson ${lesson} under "preview". It lists: ${lessons.join(', ')}.`;
  yield atField(file, [...path, 'lesson'], says);
}

function* overpricedBundle({ catalog, guides }: Shop): Iterable<string> {
  const { products } = catalog.fields;
  const index = products.findIndex(({ product_type }) => product_type === BUNDLE);
  const bundle = products[index];
  const ofGuides = guides.map(({ fields }) => fields);
  const { separatelyInCents, savingInCents } = bundleSums(products, ofGuides);
  if (!bundle?.is_active || savingInCents > 0) return;
  const says = `The bundle costs ${money(bundle.price_in_cents)}, but its guides cost only ${money(separatelyInCents)} together. Set a price below ${separatelyInCents}, or take the bundle off sale with "is_active": false.`;
  yield atField(catalog, ['products', index, 'price_in_cents'], says);
}

/** The contradictions between valid files. Each error names the file to correct. */
export function* disagreements(shop: Shop): Iterable<string> {
  const { home, lesson, guides, articles } = shop;
  if (guides.length === 0) return; // `wrongFiles` reports the empty folder
  if (!guides.some(({ file }) => file === FIRST)) {
    yield `${FIRST}: This file is missing. The home page and the About page link to /guide-1, which has the free labels.`;
    return; // other errors may follow from this one
  }
  const ofGuides = [...wrongGuides(shop)];
  yield* ofGuides;
  yield* wrongChoice(home, ['conversation'], home.fields.conversation, guides);
  yield* wrongChoice(lesson, [], lesson.fields, guides);
  for (const article of articles) yield* wrongChoice(article, [], article.fields, guides);
  // The sum of the guides' prices is unknown until each guide has its product.
  if (ofGuides.length === 0) yield* overpricedBundle(shop);
}
