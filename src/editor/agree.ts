import { closest } from '../content/closest.ts';
import { bundleSums } from '../content/facts.ts';
import { formatMoney } from '../content/money.ts';
import { asLine } from './correct.ts';
import { type Finding, fieldName } from './finding.ts';
import type { GuideFile, Shop } from './shop-files.ts';
import type { Source } from './source.ts';

/** What is wrong between files, told at the file where it is to be corrected. */
export type Disagreement = { file: string; finding: Finding };

const BUNDLE = 'bundle';

/** A field that is to have another value. Without a value there is none to offer. */
function wrong(
  source: Source,
  path: readonly PropertyKey[],
  says: string,
  value?: string | number,
): Disagreement {
  const line = source.lineOf(path);
  const fixed = value === undefined ? undefined : asLine(source, line, String(path.at(-1)), value);
  return { file: source.file, finding: { line, says: `${fieldName(path)}: ${says}`, fixed } };
}

/** The product that the guide was probably meant to sell: one that no other guide sells. */
function productFor(guide: GuideFile, { catalogue, guides }: Shop): string | undefined {
  const others = new Set(
    guides.filter(({ id }) => id !== guide.id).map(({ data }) => data.product),
  );
  const free = catalogue.data.products
    .filter(({ id, product_type }) => product_type !== BUNDLE && !others.has(id))
    .map(({ id }) => id);
  return free.includes(guide.id) ? guide.id : (closest(guide.data.product, free) ?? free[0]);
}

function wrongProduct(guide: GuideFile, before: readonly GuideFile[], shop: Shop): Disagreement[] {
  const { product } = guide.data;
  const { products } = shop.catalogue.data;
  const sold = products.find(({ id }) => id === product);
  const same = before.find(({ data }) => data.product === product);
  const ids = products.filter(({ product_type }) => product_type !== BUNDLE).map(({ id }) => id);
  const says = !sold
    ? `content/catalog.json has no product "${product}". It has: ${ids.join(', ')}.`
    : sold.product_type === BUNDLE
      ? `"${product}" is the bundle. A guide sells a product of its own.`
      : same && `${same.source.file} sells "${product}" already. Each guide sells its own product.`;
  if (!says) return [];
  const meant = productFor(guide, shop);
  const add = ' Add one to content/catalog.json first, as content/README.md tells.';
  return [wrong(guide.source, ['product'], says + (meant ? '' : add), meant)];
}

function wrongNumber(guide: GuideFile, before: readonly GuideFile[], { guides }: Shop) {
  const { number } = guide.data;
  const same = before.find(({ data }) => data.number === number);
  if (!same) return [];
  const says = `${same.source.file} is number ${number} already. Each guide has its own.`;
  return [wrong(guide.source, ['number'], says, freeNumber(guides))];
}

const freeNumber = (guides: readonly GuideFile[]): number => {
  const taken = new Set(guides.map(({ data }) => data.number));
  return guides.map((_, index) => index + 1).find((number) => !taken.has(number)) ?? taken.size + 1;
};

function wrongConversation({ home, guides }: Shop): Disagreement[] {
  const { conversation } = home.data;
  const guide = guides.find(({ id }) => id === conversation.guide);
  if (!guide) {
    const ids = guides.map(({ id }) => id);
    const says = `There is no guide "${conversation.guide}". There are: ${ids.join(', ')}.`;
    const meant = closest(conversation.guide, ids) ?? ids[0];
    return [wrong(home.source, ['conversation', 'guide'], says, meant)];
  }
  const lessons = guide.data.preview.map(({ lesson }) => lesson);
  if (lessons.includes(conversation.lesson)) return [];
  const says = `${guide.source.file} does not list lesson ${conversation.lesson} under "preview". It lists: ${lessons.join(', ')}.`;
  return [wrong(home.source, ['conversation', 'lesson'], says, lessons[0])];
}

/** A price below the sum, at which the bundle saves something, ending in 99 as prices do. */
const lowerThan = (sumInCents: number): number =>
  Math.max(Math.floor((sumInCents * 3) / 400) * 100 - 1, Math.ceil(sumInCents / 2));

function dearBundle({ catalogue, guides }: Shop): Disagreement[] {
  const { products } = catalogue.data;
  const index = products.findIndex(({ product_type }) => product_type === BUNDLE);
  const bundle = products[index];
  const sums = bundleSums(
    products,
    guides.map(({ data }) => data),
  );
  if (!bundle?.is_active || sums.savingInCents > 0) return [];
  const { separatelyInCents } = sums;
  const says = `The bundle costs ${formatMoney(bundle.price_in_cents)}, but its guides only ${formatMoney(separatelyInCents)} together. Give it a price under ${separatelyInCents}, or take it off sale with "is_active": false.`;
  const path = ['products', index, 'price_in_cents'];
  return [wrong(catalogue.source, path, says, lowerThan(separatelyInCents))];
}

function firstGuide({ guides }: Shop): Disagreement[] {
  if (guides.some(({ id }) => id === 'guide-1')) return [];
  const says =
    'This file is missing: the home page and the About page lead to /guide-1, and the free labels are on it.';
  return [{ file: 'content/guides/guide-1.md', finding: { says } }];
}

/** Where files that are right in themselves do not agree. */
export function disagreements(shop: Shop): Disagreement[] {
  if (shop.guides.length === 0) return []; // which is told of the folder
  const first = firstGuide(shop);
  if (first.length > 0) return first; // the rest may follow from it
  const ofGuides = shop.guides.flatMap((guide, index) => {
    const before = shop.guides.slice(0, index);
    return [...wrongProduct(guide, before, shop), ...wrongNumber(guide, before, shop)];
  });
  // What the bundle's guides cost is not known before each guide has its product.
  return [
    ...ofGuides,
    ...wrongConversation(shop),
    ...(ofGuides.length > 0 ? [] : dearBundle(shop)),
  ];
}
