import type { z } from 'astro/zod';
import { bundleSums } from './facts.ts';
import { formatMoney } from './money.ts';
import { type Kind, kinds } from './schemas/kinds.ts';
import { type Finding, fieldName } from './finding.ts';
import type { Source } from './source.ts';

const BUNDLE = 'bundle';

/** The guide that the home page and the About page lead to. */
const FIRST = 'content/guides/guide-1.md';

const filesOf = <S extends z.ZodType>(sources: readonly Source[], { at, schema }: Kind<S>) =>
  sources.flatMap((source): { source: Source; data: z.infer<S> }[] => {
    const isOne = source.file === at || (at.endsWith('/') && source.file.startsWith(at));
    const { data } = isOne ? schema.safeParse(source.data) : {};
    return data === undefined ? [] : [{ source, data }];
  });

/** The files that have to agree, out of those that are right in themselves. Null while one is missing. */
export function readShop(sources: readonly Source[], files: readonly string[]) {
  const [catalogue] = filesOf(sources, kinds.catalogue);
  const [home] = filesOf(sources, kinds.home);
  const [site] = filesOf(sources, kinds.site);
  const guides = filesOf(sources, kinds.guides);
  const all = files.filter((file) => file.startsWith(kinds.guides.at) && file.endsWith('.md'));
  if (!catalogue || !home || !site || guides.length < all.length) return null;
  return { catalogue, home, site, guides };
}

export type Shop = NonNullable<ReturnType<typeof readShop>>;

const wrong = (source: Source, path: readonly PropertyKey[], says: string): Finding => ({
  file: source.file,
  line: source.lineOf(path),
  says: `${fieldName(path)}: ${says}`,
});

function wrongProducts({ catalogue, guides }: Shop): Finding[] {
  const { products } = catalogue.data;
  const ids = products.filter((one) => one.product_type !== BUNDLE).map(({ id }) => id);
  return guides.flatMap(({ source, data }) => {
    if (ids.includes(data.product)) return [];
    const says = `A guide sells a product of its own, and content/catalog.json has no "${data.product}" for one. It has: ${ids.join(', ')}.`;
    return [wrong(source, ['product'], says)];
  });
}

/** Two guides of one number, or of one product. */
const doubles = ({ guides }: Shop): Finding[] =>
  guides.flatMap(({ source, data }, index) =>
    (['product', 'number'] as const).flatMap((field) => {
      const same = guides.slice(0, index).find((one) => one.data[field] === data[field]);
      if (!same) return [];
      const says = `${same.source.file} has ${data[field]} already. Each guide has its own.`;
      return [wrong(source, [field], says)];
    }),
  );

function wrongConversation({ home, guides }: Shop): Finding[] {
  const { guide: id, lesson } = home.data.conversation;
  const guide = guides.find(({ source }) => source.file === `${kinds.guides.at}${id}.md`);
  if (!guide) {
    const says = `There is no file ${kinds.guides.at}${id}.md.`;
    return [wrong(home.source, ['conversation', 'guide'], says)];
  }
  const lessons = guide.data.preview.map((preview) => preview.lesson);
  if (lessons.includes(lesson)) return [];
  const says = `${guide.source.file} does not list lesson ${lesson} under "preview". It lists: ${lessons.join(', ')}.`;
  return [wrong(home.source, ['conversation', 'lesson'], says)];
}

function dearBundle({ catalogue, guides }: Shop): Finding[] {
  const { products } = catalogue.data;
  const index = products.findIndex(({ product_type }) => product_type === BUNDLE);
  const bundle = products[index];
  const { separatelyInCents, savingInCents } = bundleSums(
    products,
    guides.map(({ data }) => data),
  );
  if (!bundle?.is_active || savingInCents > 0) return [];
  const says = `The bundle costs ${formatMoney(bundle.price_in_cents)}, but its guides only ${formatMoney(separatelyInCents)} together. Give it a price under ${separatelyInCents}, or take it off sale with "is_active": false.`;
  return [wrong(catalogue.source, ['products', index, 'price_in_cents'], says)];
}

/** Where files that are right in themselves do not agree, told at the file that is to be corrected. */
export function disagreements(shop: Shop): Finding[] {
  if (shop.guides.length === 0) return []; // which is told of the folder
  if (!shop.guides.some(({ source }) => source.file === FIRST)) {
    const says =
      'This file is missing: the home page and the About page lead to /guide-1, and the free labels are on it.';
    return [{ file: FIRST, says }]; // the rest may follow from it
  }
  const ofGuides = [...wrongProducts(shop), ...doubles(shop)];
  // What the bundle's guides cost is not known before each guide has its product.
  const ofBundle = ofGuides.length > 0 ? [] : dearBundle(shop);
  return [...ofGuides, ...wrongConversation(shop), ...ofBundle];
}
