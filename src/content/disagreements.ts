import type { z } from 'astro/zod';
import { bundleSums } from './facts.ts';
import { money } from '../contract/money.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { type Entry, type Finding, atField, isOf } from './finding.ts';

const BUNDLE = 'bundle';

/** The guide that the home page and the About page link to. */
const FIRST = 'content/guides/guide-1.md';

/** The valid files that have to agree with each other. Null while one is missing. */
export function shopOf(entries: readonly Entry[], files: readonly string[]) {
  const of = <S extends z.ZodObject>(kind: Kind<S>) => entries.filter((entry) => isOf(entry, kind));
  const [[catalogue], [home], [site]] = [of(kinds.catalogue), of(kinds.home), of(kinds.site)];
  const [lesson] = of(kinds.lesson);
  const [guides, articles] = [of(kinds.guides), of(kinds.articles)];
  const all = files.filter((file) => file.startsWith(kinds.guides.at) && file.endsWith('.md'));
  if (!catalogue || !home || !lesson || !site || guides.length < all.length) return null;
  return { catalogue, home, lesson, site, guides, articles };
}

export type Shop = NonNullable<ReturnType<typeof shopOf>>;

function wrongProducts({ catalogue, guides }: Shop): Finding[] {
  const { products } = catalogue.fields;
  const ids = products.filter((one) => one.product_type !== BUNDLE).map(({ id }) => id);
  return guides.flatMap((guide) => {
    const { product } = guide.fields;
    if (ids.includes(product)) return [];
    const says = `Each guide sells its own product, and content/catalog.json has no product "${product}". It has: ${ids.join(', ')}.`;
    return [atField(guide, ['product'], says)];
  });
}

/** Two guides with the same number or the same product. */
const duplicates = ({ guides }: Shop): Finding[] =>
  guides.flatMap((guide, index) =>
    (['product', 'number'] as const).flatMap((field) => {
      const same = guides.slice(0, index).find((one) => one.fields[field] === guide.fields[field]);
      if (!same) return [];
      const says = `${same.file} already uses ${guide.fields[field]}. Each guide needs its own.`;
      return [atField(guide, [field], says)];
    }),
  );

type Choice = { guide: string; lesson?: number };

/** A chosen guide that doesn't exist, or a lesson that it doesn't give in full. `path` leads to the choice in its file. */
function wrongChoice(
  file: Entry,
  path: readonly string[],
  { guide: id, lesson }: Choice,
  guides: Shop['guides'],
): Finding[] {
  const guide = guides.find((one) => one.file === `${kinds.guides.at}${id}.md`);
  if (!guide) {
    return [atField(file, [...path, 'guide'], `There is no file ${kinds.guides.at}${id}.md.`)];
  }
  if (lesson === undefined) return [];
  const lessons = guide.fields.preview.map((preview) => preview.lesson);
  if (lessons.includes(lesson)) return [];
  const says = `${guide.file} does not list lesson ${lesson} under "preview". It lists: ${lessons.join(', ')}.`;
  return [atField(file, [...path, 'lesson'], says)];
}

function overpricedBundle({ catalogue, guides }: Shop): Finding[] {
  const { products } = catalogue.fields;
  const index = products.findIndex(({ product_type }) => product_type === BUNDLE);
  const bundle = products[index];
  const { separatelyInCents, savingInCents } = bundleSums(
    products,
    guides.map(({ fields }) => fields),
  );
  if (!bundle?.is_active || savingInCents > 0) return [];
  const says = `The bundle costs ${money(bundle.price_in_cents)}, but its guides cost only ${money(separatelyInCents)} together. Set a price below ${separatelyInCents}, or take the bundle off sale with "is_active": false.`;
  return [atField(catalogue, ['products', index, 'price_in_cents'], says)];
}

/** Valid content that a parent may question: a figure without a source, and two counts of one guide's lessons. */
export const questionable = ({ site, guides }: Shop): string[] => [
  ...(site.fields.claim.source
    ? []
    : [
        `${site.file}: the ${site.fields.claim.percent} % has no source. Add it as "claim > source".`,
      ]),
  ...guides.flatMap(({ file, fields: { lessonsOnHome, lessonsOnGuide } }) =>
    lessonsOnHome === lessonsOnGuide
      ? []
      : [
          `${file}: the home page says ${lessonsOnHome} lessons, the guide’s own page ${lessonsOnGuide}.`,
        ],
  ),
];

/** The contradictions between valid files. Each finding names the file to correct. */
export function disagreements(shop: Shop): Finding[] {
  if (shop.guides.length === 0) return []; // `missingFiles` reports the empty folder
  if (!shop.guides.some(({ file }) => file === FIRST)) {
    const says =
      'This file is missing. The home page and the About page link to /guide-1, which has the free labels.';
    return [{ file: FIRST, says }]; // other findings may follow from this one
  }
  const ofGuides = [...wrongProducts(shop), ...duplicates(shop)];
  // The sum of the guides' prices is unknown until each guide has its product.
  const ofBundle = ofGuides.length > 0 ? [] : overpricedBundle(shop);
  const { home, lesson, guides, articles } = shop;
  return [
    ...ofGuides,
    ...wrongChoice(home, ['conversation'], home.fields.conversation, guides),
    ...wrongChoice(lesson, [], lesson.fields, guides),
    ...articles.flatMap((article) => wrongChoice(article, [], article.fields, guides)),
    ...ofBundle,
  ];
}
