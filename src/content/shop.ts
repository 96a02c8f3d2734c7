import { type CollectionEntry, type CollectionKey, getCollection, getEntry } from 'astro:content';
import { MAIL_PLACEHOLDERS, type MailName } from '../contract/mail.ts';
import { money } from '../contract/money.ts';
import { type Facts, bundleSums, factsOf, fillPlaceholders, fillAll } from './fill.ts';
import { fillHtml, removeInapplicable, plainText } from './html.ts';
import { hasMail } from './kind.ts';
import { addressOfFile, slugOf } from './names.ts';
import { tonightLines } from './tonight.ts';

/** A file of content/ with its placeholders filled in, and the paragraphs that apply to this shop as HTML. */
function filled<Name extends CollectionKey>(entry: CollectionEntry<Name>, facts: Facts) {
  const { filePath = '', rendered, data } = entry;
  return {
    /** The last part of its path. */
    id: slugOf(filePath),
    /** Its page, or its place within one. */
    path: addressOfFile(filePath) ?? '',
    data: fillAll<CollectionEntry<Name>['data']>(data, facts),
    html: fillHtml(removeInapplicable(rendered?.html ?? '', hasMail()), facts),
  };
}

/** The entry of a collection that has a single file. */
async function readOne<Name extends CollectionKey>(name: Name): Promise<CollectionEntry<Name>> {
  const [entry] = await getCollection(name);
  if (entry) return entry;
  throw new Error(`content/ has no file for "${name}". See content/README.md.`);
}

/** All files of a folder, in the order of their names. */
export async function loadAll<Name extends CollectionKey>(name: Name) {
  const [entries, facts] = await Promise.all([getCollection(name), loadFacts()]);
  return entries
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map((entry) => filled<Name>(entry, facts));
}

/** One file. */
export async function loadOne<Name extends CollectionKey>(name: Name) {
  const [entry, facts] = await Promise.all([readOne(name), loadFacts()]);
  return filled<Name>(entry, facts);
}

/** The fields of content/site.md. The environment may override the support address. */
export async function loadSite() {
  const { data } = await readOne('site');
  return { ...data, supportEmail: import.meta.env.PUBLIC_SUPPORT_EMAIL || data.supportEmail };
}

const loadProducts = async () => (await readOne('catalog')).data.products;

/** What the owner has switched on at the checkout. */
export const loadCheckout = async () => (await readOne('catalog')).data.checkout ?? {};

/** The products, and the fields of the guides. */
const loadSold = async () => {
  const [products, guides] = await Promise.all([loadProducts(), getCollection('guides')]);
  return [products, guides.map(({ data }) => data)] as const;
};

/** The values of the copy's placeholders. */
export const loadFacts = async () => factsOf(await loadSite(), ...(await loadSold()));

/** The guides by number, each with its product, its price in words and its buy button's label. */
export async function loadGuides() {
  const [guides, products] = await Promise.all([loadAll('guides'), loadProducts()]);
  const sold = guides.map(({ id, path: href, data, html }) => {
    const product = products.find((one) => one.id === data.product);
    if (!product) throw new Error(`content/catalog.json has no product "${data.product}".`);
    const price = money(product.price_in_cents);
    const buyLabel = `Buy Guide ${data.number} – ${price}`;
    return Object.assign(data, { id, href, html, product, price, buyLabel });
  });
  return sold.toSorted((a, b) => a.number - b.number);
}

/** The articles, newest first. */
export const loadArticles = async () =>
  (await loadAll('articles')).toSorted((a, b) => +b.data.published - +a.data.published);

/** The receipt's line about the first evening, by product type. */
export const loadTonight = async () => tonightLines(await loadGuides(), await loadProducts());

/** A lesson in full, with its guide. Throws if the guide doesn't have it, which only `npm run dev` can meet. */
export function findLesson(guides: readonly Guide[], choice: { guide: string; lesson: number }) {
  const guide = guides.find(({ id }) => id === choice.guide);
  const lesson = guide?.preview.find((preview) => preview.lesson === choice.lesson);
  if (guide && lesson) return { guide, lesson };
  throw new Error(`content/guides/${choice.guide}.md has no lesson ${choice.lesson} in "preview".`);
}

/** The bundle's product, and in words its price, what its guides cost one by one, and the difference. */
export async function loadBundle() {
  const [products, sold] = await loadSold();
  const product = products.find(({ product_type }) => product_type === 'bundle');
  if (!product) throw new Error('content/catalog.json has no product of type "bundle".');
  const { separatelyInCents, savingInCents, ...counts } = bundleSums(products, sold);
  const price = money(product.price_in_cents);
  return {
    ...counts,
    product,
    price,
    buyLabel: `Get the Bundle\u00A0–\u00A0${price}`,
    separately: money(separatelyInCents),
    saving: money(savingInCents),
  };
}

/**
 * An email of content/mail, filled in with the shop's facts, and with `values` for its own placeholders and its cover.
 * `html` is the part between those that the layout adds; `text` is the whole text part.
 */
export async function loadMail(name: MailName, values: Facts) {
  const [entry, shop] = await Promise.all([getEntry('mails', name), loadFacts()]);
  if (!entry) throw new Error(`content/mail has no file ${name}.md.`);
  const facts = { ...shop, ...values };
  const { data, html } = filled<'mails'>(entry, facts);
  const { subject, preview, button: label } = data;
  const { brand = '', imprint } = shop;
  const { link = '', cover: src = '', guide = '' } = values;
  const [first = '', ...others] = fillPlaceholders(plainText(entry.body ?? ''), facts).split(
    /\n{2,}/,
  );
  const action = label === undefined ? [] : [`${label}:\n${link}`];
  const own: readonly string[] = MAIL_PLACEHOLDERS[name];
  return {
    brand,
    subject,
    preview,
    button: label === undefined ? undefined : { label, link },
    cover: own.includes('guide') ? { src, guide } : undefined,
    html: html.replace('<p>{orders}</p>', '{orders}'), // a list, which a paragraph may not contain
    text: [first, ...action, ...others, `-- \n${imprint || brand}`].join('\n\n'),
  };
}

export type Site = Awaited<ReturnType<typeof loadSite>>;
export type Guide = Awaited<ReturnType<typeof loadGuides>>[number];
export type Bundle = Awaited<ReturnType<typeof loadBundle>>;
export type Article = Awaited<ReturnType<typeof loadArticles>>[number];
export type Home = CollectionEntry<'home'>['data'];
