import { isForSale } from '../../contract/catalog.ts';
import { money } from '../../contract/money.ts';
import { type Entry, fieldError, isOf } from './entry.ts';
import { bundleSums } from '../facts.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';

const BUNDLE = 'bundle';

const FREE_LABELS_GUIDE = 'content/guides/guide-1.md';

/** Returns null if one of the files is missing or invalid. */
export function collectShop(entries: readonly Entry[], files: readonly string[]) {
  const entriesOf = <Name extends CollectionName>(name: Name) =>
    entries.filter((entry) => isOf(entry, name));
  const catalog = entriesOf('catalog')[0];
  const home = entriesOf('home')[0];
  const site = entriesOf('site')[0];
  const lesson = entriesOf('lesson')[0];
  const lessons = [lesson, ...entriesOf('lessons')].filter((one) => one !== undefined);
  const guides = entriesOf('guides');
  const articles = entriesOf('articles');
  const guideFiles = files.filter(
    (file) => file.startsWith(COLLECTIONS.guides.location) && file.endsWith('.md'),
  );
  if (!catalog || !home || !lesson || !site || guides.length < guideFiles.length) return null;
  return { catalog, home, lessons, site, guides, articles };
}

export type Shop = NonNullable<ReturnType<typeof collectShop>>;

function* findGuideErrors({ catalog, guides }: Shop): Iterable<string> {
  const { products } = catalog.fields;
  const ids = products.filter((one) => one.product_type !== BUNDLE).map(({ id }) => id);
  for (const [index, guide] of guides.entries()) {
    const { product } = guide.fields;
    if (!ids.includes(product)) {
      const message = `content/catalog.json has no guide with the id "${product}". Its guides are: ${ids.join(', ')}. Each guide sells its own product.`;
      yield fieldError(guide, ['product'], message);
    }
    for (const field of ['product', 'number'] as const) {
      const value = guide.fields[field];
      const first = guides.slice(0, index).find((earlier) => earlier.fields[field] === value);
      if (!first) continue;
      yield fieldError(
        guide,
        [field],
        `${first.file} already uses ${value}. Each guide needs its own.`,
      );
    }
  }
}

type LessonReference = { guide: string; lesson?: number };

/** `path` leads to the field that contains the reference. */
function* findReferenceErrors(
  file: Entry,
  path: readonly string[],
  { guide: id, lesson }: LessonReference,
  guides: Shop['guides'],
): Iterable<string> {
  const guideFile = `${COLLECTIONS.guides.location}${id}.md`;
  const guide = guides.find((one) => one.file === guideFile);
  if (!guide) {
    yield fieldError(
      file,
      [...path, 'guide'],
      `There is no file ${guideFile}. Write the name of a file in content/guides, such as guide-1.`,
    );
    return;
  }
  const lessons = guide.fields.preview.map((preview) => preview.lesson);
  if (lesson === undefined || lessons.includes(lesson)) return;
  const message = `${guide.file} does not list lesson ${lesson} under "preview". It lists: ${lessons.join(', ')}.`;
  yield fieldError(file, [...path, 'lesson'], message);
}

function* findLessonErrors({ lessons, guides }: Shop): Iterable<string> {
  for (const [index, lesson] of lessons.entries()) {
    yield* findReferenceErrors(lesson, [], lesson.fields, guides);
    const { guide } = lesson.fields;
    const first = lessons.slice(0, index).find((earlier) => earlier.fields.guide === guide);
    if (!first) continue;
    const message = `${first.file} is already the free lesson of ${guide}, and each guide can have only one. Choose another guide, or remove one of the files.`;
    yield fieldError(lesson, ['guide'], message);
  }
}

function* findBundlePriceErrors({ catalog, guides }: Shop): Iterable<string> {
  const { products } = catalog.fields;
  const index = products.findIndex(({ product_type }) => product_type === BUNDLE);
  const bundle = products[index];
  const guideFields = guides.map(({ fields }) => fields);
  const { separatelyInCents, savingInCents } = bundleSums(products, guideFields);
  const soldAlone = products.some((one) => one !== bundle && isForSale(one));
  if (!bundle || !isForSale(bundle) || !soldAlone || savingInCents > 0) return;
  const message = `The bundle costs ${money(bundle.price_in_cents)}, but its guides cost only ${money(separatelyInCents)} together. Set its price_in_cents below ${separatelyInCents}, or stop selling the bundle with "is_for_sale": false.`;
  yield fieldError(catalog, ['products', index, 'price_in_cents'], message);
}

export function* findCrossFileErrors(shop: Shop): Iterable<string> {
  const { home, guides, articles } = shop;
  if (guides.length === 0) return; // findFileErrors reports the empty folder
  if (!guides.some(({ file }) => file === FREE_LABELS_GUIDE)) {
    yield `${FREE_LABELS_GUIDE}: This file is missing. The home page and the About page link to /guide-1, which has the free labels.`;
    return; // this error may cause others
  }
  const guideErrors = [...findGuideErrors(shop)];
  yield* guideErrors;
  yield* findReferenceErrors(home, ['conversation'], home.fields.conversation, guides);
  yield* findLessonErrors(shop);
  for (const article of articles) yield* findReferenceErrors(article, [], article.fields, guides);
  // The guides' total price is unknown until each guide has its own product.
  if (guideErrors.length === 0) yield* findBundlePriceErrors(shop);
}
