import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { bundleSums, factsOf } from './facts.ts';
import { keepApplicable } from './conditions.ts';
import { type Facts, fillAll } from './fill.ts';
import { hasMail } from './has-mail.ts';
import { fillHtml } from './html.ts';
import { tonightLines } from './tonight.ts';

/**
 * Loads once for a whole build. Every page asks for all of content/, so the work would otherwise grow with the
 * square of the number of guides. Under `npm run dev` files change, so each page loads again.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  if (import.meta.env.DEV) return load;
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** The entry of a collection that has a single file. */
export async function loadOne<C extends CollectionKey>(collection: C): Promise<CollectionEntry<C>> {
  const [entry] = await getCollection(collection);
  if (entry) return entry;
  throw new Error(`content/ has no file for "${collection}". See content/README.md.`);
}

export type Loaded<T> = { data: T; rendered?: { html: string } | undefined };

/** The fields and the applicable text of an entry, with placeholders filled in. */
export const filled = <T>(
  { data, rendered }: Loaded<T>,
  facts: Facts,
): { data: T; html: string } => ({
  data: fillAll(data, facts),
  html: fillHtml(keepApplicable(rendered?.html ?? '', hasMail()), facts),
});

/** The fields of content/site.md. The environment may override the support address. */
export const loadSite = once(async () => {
  const { data } = await loadOne('site');
  return { ...data, supportEmail: import.meta.env.PUBLIC_SUPPORT_EMAIL || data.supportEmail };
});

const loadProducts = async () => (await loadOne('catalogue')).data.products;

const dataOf = ({ data }: CollectionEntry<'guides'>) => data;

/** What the owner has switched on at the checkout. */
export const loadCheckout = once(async () => (await loadOne('catalogue')).data.checkout ?? {});

/** The values of the copy's placeholders. */
export const loadFacts = once(async () => {
  const [site, products, guides] = await Promise.all([
    loadSite(),
    loadProducts(),
    getCollection('guides'),
  ]);
  return factsOf(site, products, guides.map(dataOf));
});

/** A guide's content together with its product. */
async function expand(entry: CollectionEntry<'guides'>, facts: Facts) {
  const product = (await loadProducts()).find(({ id }) => id === entry.data.product);
  if (!product) throw new Error(`content/catalog.json has no product "${entry.data.product}".`);
  const { data, html } = filled(entry, facts);
  return { ...data, id: entry.id, href: `/${entry.id}`, html, product };
}

/** The guides by number, each with its product. */
export const loadGuides = once(async () => {
  const [entries, facts] = await Promise.all([getCollection('guides'), loadFacts()]);
  const guides = await Promise.all(entries.map((entry) => expand(entry, facts)));
  return guides.toSorted((a, b) => a.number - b.number);
});

/** The receipt's line about the first evening, by product type. */
export const loadTonight = async () => tonightLines(await loadGuides(), await loadProducts());

/** A lesson in full, with its guide. Throws if the guide doesn't have it, which only `npm run dev` can meet. */
export function findLesson(guides: readonly Guide[], choice: { guide: string; lesson: number }) {
  const guide = guides.find(({ id }) => id === choice.guide);
  const lesson = guide?.preview.find((preview) => preview.lesson === choice.lesson);
  if (guide && lesson) return { guide, lesson };
  throw new Error(`content/guides/${choice.guide}.md has no lesson ${choice.lesson} in "preview".`);
}

/** The bundle's product, and what its guides cost one by one. */
export const loadBundle = once(async () => {
  const [products, guides] = await Promise.all([loadProducts(), getCollection('guides')]);
  const product = products.find(({ product_type }) => product_type === 'bundle');
  if (!product) throw new Error('content/catalog.json has no product of type "bundle".');
  return { product, ...bundleSums(products, guides.map(dataOf)) };
});

export type Site = Awaited<ReturnType<typeof loadSite>>;
export type Guide = Awaited<ReturnType<typeof loadGuides>>[number];
export type Bundle = Awaited<ReturnType<typeof loadBundle>>;
