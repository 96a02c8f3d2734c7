import { type CollectionEntry, type CollectionKey, getCollection, getEntry } from 'astro:content';
import { isForSale } from '../contract/catalog.ts';
import type { GuidePromise } from '../contract/guide-files.ts';
import { MAIL_PLACEHOLDERS, type MailName } from '../contract/mail.ts';
import { money } from '../contract/money.ts';
import { unbroken } from '../contract/ranges.ts';
import { bundleSums, factsOf } from './facts.ts';
import { type Facts, fillAll, fillPlaceholders, mapTexts } from './fill.ts';
import { type Conditions, fillHtml, removeInapplicableParagraphs } from './html.ts';
import { hasMail } from './has-mail.ts';
import { addressOfFile, slugOf } from './addresses.ts';
import { firstEvenings } from './first-evening.ts';
import { dayIn, startOfDay, writtenDay } from './calendar.ts';
import { currentNotice } from './notice.ts';
import { withoutHiddenSamples } from './shows-samples.ts';
import { markdownToText } from './markdown-to-text.ts';

/** `html` contains only the paragraphs that apply to this shop. */
function fillEntry<Name extends CollectionKey>(
  entry: CollectionEntry<Name>,
  facts: Facts,
  conditions: Conditions,
) {
  const { filePath = '', rendered, data } = entry;
  return {
    id: slugOf(filePath),
    /** The address of the entry's page or question. */
    path: addressOfFile(filePath) ?? '',
    data: fillAll<CollectionEntry<Name>['data']>(data, facts),
    html: fillHtml(removeInapplicableParagraphs(rendered?.html ?? '', conditions), facts),
  };
}

/** Prevents line breaks in ranges such as "6–10" in all text that a page can show. */
async function readAll<Name extends CollectionKey>(name: Name): Promise<CollectionEntry<Name>[]> {
  const entries = await getCollection(name);
  return entries.map((entry) => Object.assign({}, entry, { data: mapTexts(entry.data, unbroken) }));
}

async function readOne<Name extends CollectionKey>(name: Name): Promise<CollectionEntry<Name>> {
  const [entry] = await readAll(name);
  if (entry) return entry;
  throw new Error(`The collection "${name}" is empty. Does src/content.config.ts load its file?`);
}

/** Returns false for an article with a future publication day, and true for everything else. */
const isPublished = (data: object, today: string): boolean =>
  !('published' in data && data.published instanceof Date && writtenDay(data.published) > today);

export async function loadAll<Name extends CollectionKey>(name: Name) {
  const [entries, facts, timeZone, conditions] = await Promise.all([
    readAll(name),
    loadFacts(),
    loadTimeZone(),
    loadConditions(),
  ]);
  const today = dayIn(timeZone);
  return entries
    .filter(({ data }) => isPublished(data, today))
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map((entry) => fillEntry<Name>(entry, facts, conditions));
}

export async function loadOne<Name extends CollectionKey>(name: Name) {
  const [entry, facts, conditions] = await Promise.all([
    readOne(name),
    loadFacts(),
    loadConditions(),
  ]);
  return fillEntry<Name>(entry, facts, conditions);
}

/** The environment may override the support address. */
export async function loadSite() {
  const { data } = await readOne('site');
  return { ...data, supportEmail: import.meta.env.PUBLIC_SUPPORT_EMAIL || data.supportEmail };
}

/** The planner; undefined for a sample planner that the shop may not show. */
export async function loadCreator() {
  const [creator] = withoutHiddenSamples(await loadAll('creator'));
  return creator;
}

const loadTimeZone = async () => (await readOne('catalog')).data.time_zone;

export async function loadNotice() {
  const [{ data }, timeZone] = await Promise.all([readOne('site'), loadTimeZone()]);
  return currentNotice(data.notice, timeZone);
}

const loadProducts = async () => (await readOne('catalog')).data.products;

export const loadCheckout = async () => (await readOne('catalog')).data.checkout ?? {};

const loadConditions = async (): Promise<Conditions> => {
  const products = await loadProducts();
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  return { mail: hasMail(), bundle: bundle !== undefined && isForSale(bundle) };
};

const loadGuideFields = async () => (await getCollection('guides')).map(({ data }) => data);

export const loadFacts = async () =>
  factsOf(await loadSite(), await loadProducts(), await loadGuideFields());

/** Sorted by number. */
export async function loadGuides() {
  const [guides, products] = await Promise.all([loadAll('guides'), loadProducts()]);
  const guidesForSale = guides.map(({ id, path: href, data, html }) => {
    const product = products.find((one) => one.id === data.product);
    if (!product) throw new Error(`content/catalog.json has no product "${data.product}".`);
    const price = money(product.price_in_cents);
    const buyLabel = `Buy Guide ${data.number} – ${price}`;
    return Object.assign(data, { id, href, html, product, price, buyLabel });
  });
  return guidesForSale.toSorted((a, b) => a.number - b.number);
}

/** What the pages say about a guide's PDF. */
export const promiseOf = ({ title, pages, fileSize }: Guide): GuidePromise => ({
  title,
  pages,
  fileSize,
});

/** Newest first. `publishedAt` and `updatedAt` have a time and a time zone. */
export async function loadArticles() {
  const [articles, timeZone] = await Promise.all([loadAll('articles'), loadTimeZone()]);
  const momentOf = (day: Date): string => startOfDay(writtenDay(day), timeZone);
  return articles
    .toSorted((a, b) => b.data.published.getTime() - a.data.published.getTime())
    .map((article) => {
      const { published, updated = published } = article.data;
      const moments = { publishedAt: momentOf(published), updatedAt: momentOf(updated) };
      return Object.assign(article, moments);
    });
}

export const loadFirstEvenings = async () =>
  firstEvenings(await loadGuides(), await loadProducts());

/**
 * Throws if the lesson is missing: during `npm run dev`, a page may be rendered before the check
 * of content/ has reported the mistake.
 */
export function findLesson(guides: readonly Guide[], choice: { guide: string; lesson: number }) {
  const guide = guides.find(({ id }) => id === choice.guide);
  const lesson = guide?.preview.find((preview) => preview.lesson === choice.lesson);
  if (guide && lesson) return { guide, lesson };
  throw new Error(`content/guides/${choice.guide}.md has no lesson ${choice.lesson} in "preview".`);
}

/** Free lessons in the order of their guides. Each includes its guide and the guide's lesson. */
export async function loadLessons() {
  const [guides, lesson, lessons] = await Promise.all([
    loadGuides(),
    loadAll('lesson'),
    loadAll('lessons'),
  ]);
  return [...lesson, ...lessons]
    .map((file) => Object.assign(file, findLesson(guides, file.data)))
    .toSorted((a, b) => a.guide.number - b.guide.number);
}

/** Amounts are formatted, as in "$19.99". */
export async function loadBundle() {
  const products = await loadProducts();
  const product = products.find(({ product_type }) => product_type === 'bundle');
  if (!product) throw new Error('content/catalog.json has no product of type "bundle".');
  const { separatelyInCents, savingInCents, ...counts } = bundleSums(
    products,
    await loadGuideFields(),
  );
  const price = money(product.price_in_cents);
  return {
    ...counts,
    product,
    price,
    buyLabel: `Get the Bundle\u00A0–\u00A0${price}`,
    separately: money(separatelyInCents),
    /** undefined if the bundle is not cheaper than its guides. */
    saving: savingInCents > 0 ? money(savingInCents) : undefined,
  };
}

/**
 * Fills in an email from content/mail. `values` are for the email's own placeholders and its cover.
 * `html` goes into the layout src/layouts/Mail.astro. `text` is the whole plain-text part.
 */
export async function loadMail(name: MailName, values: Facts) {
  const [entry, shop] = await Promise.all([getEntry('mails', name), loadFacts()]);
  if (!entry) throw new Error(`content/mail has no file ${name}.md.`);
  const facts = { ...shop, ...values };
  const { data, html } = fillEntry<'mails'>(entry, facts, await loadConditions());
  const { subject, preview, button: label } = data;
  const { brand = '', imprint } = shop;
  const { link = '', cover: src = '', guide = '' } = values;
  const paragraphs = fillPlaceholders(markdownToText(entry.body ?? ''), facts).split(/\n{2,}/);
  // After the first paragraph, where src/layouts/Mail.astro puts the button in the HTML part.
  if (label !== undefined) paragraphs.splice(1, 0, `${label}:\n${link}`);
  const placeholders: readonly string[] = MAIL_PLACEHOLDERS[name];
  return {
    brand,
    subject,
    preview,
    button: label === undefined ? undefined : { label, link },
    cover: placeholders.includes('guide') ? { src, guide } : undefined,
    html: html.replace('<p>{orders}</p>', '{orders}'), // a list, which a paragraph may not contain
    text: [...paragraphs, `-- \n${imprint || brand}`].join('\n\n'),
  };
}

export type Site = Awaited<ReturnType<typeof loadSite>>;
export type Guide = Awaited<ReturnType<typeof loadGuides>>[number];
export type FreeLesson = Awaited<ReturnType<typeof loadLessons>>[number];
export type Bundle = Awaited<ReturnType<typeof loadBundle>>;
export type Article = Awaited<ReturnType<typeof loadArticles>>[number];
export type Home = CollectionEntry<'home'>['data'];
