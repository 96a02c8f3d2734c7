import { type CollectionEntry, getCollection, getEntry } from 'astro:content';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The facts of content/site.json; the environment may name another support address. */
export async function loadSite() {
  const site = await getEntry('site', 'site');
  if (!site) throw new Error('content/site.json is missing or empty.');
  return {
    ...site.data,
    supportEmail: import.meta.env.PUBLIC_SUPPORT_EMAIL || site.data.supportEmail,
  };
}

/** A guide's content and its product, joined. */
async function expand(entry: CollectionEntry<'guides'>) {
  const product = await getEntry(entry.data.product);
  return { ...entry.data, id: entry.id, href: `/${entry.id}`, entry, product: product.data };
}

/** The guides in order, each with its product. */
export async function loadGuides() {
  const guides = await Promise.all((await getCollection('guides')).map(expand));
  return guides.toSorted((a, b) => a.number - b.number);
}

/** The bundle, with what its guides cost one by one. */
export async function loadBundle() {
  const products = await getCollection('products', ({ data }) => data.product_type === 'bundle');
  const product = products[0]?.data;
  if (!product) throw new Error('content/catalog.json has no product of type "bundle".');
  const guides = await loadGuides();
  const separately = sumOf(guides.map((guide) => guide.product.price_in_cents));
  return {
    product,
    separatelyInCents: separately,
    savingInCents: separately - product.price_in_cents,
    lessons: sumOf(guides.map((guide) => guide.lessonsOnHome)),
  };
}

export type Site = Awaited<ReturnType<typeof loadSite>>;
export type Guide = Awaited<ReturnType<typeof loadGuides>>[number];
export type Bundle = Awaited<ReturnType<typeof loadBundle>>;
