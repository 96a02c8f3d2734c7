import { getCollection } from 'astro:content';
import { type Loaded, filled, loadFacts, loadOne, once } from './shop.ts';

/** One file of content/, with its placeholders filled in. */
const page = <T>(load: () => Promise<Loaded<T>>) =>
  once(async () => filled(await load(), await loadFacts()));

export const loadHome = page(() => loadOne('home'));
export const loadLesson = page(() => loadOne('lesson'));
export const loadAbout = page(() => loadOne('about'));
export const loadFaqPage = page(() => loadOne('faqPage'));
export const loadFindPage = page(() => loadOne('findPage'));
export const loadOrderWords = page(() => loadOne('orders'));
export const loadCreator = page(() => loadOne('creator'));

const byFileName = (a: { id: string }, b: { id: string }) =>
  a.id.localeCompare(b.id, 'en', { numeric: true });

/** All files of a folder, in the order of their names, with their placeholders filled in. */
async function inOrder<T>(collection: Promise<readonly (Loaded<T> & { id: string })[]>) {
  const [entries, facts] = await Promise.all([collection, loadFacts()]);
  return entries.toSorted(byFileName).map((entry) => {
    const { data, html } = filled(entry, facts);
    return { id: entry.id, data, html };
  });
}

export const loadTestimonials = once(() => inOrder(getCollection('testimonials')));

export const loadFaqs = once(async () =>
  (await inOrder(getCollection('faqs'))).map(({ id, data, html }) => ({
    id: id.replace(/^\d+-/, ''),
    question: data.question,
    html,
  })),
);

export const loadLogos = once(async () =>
  (await inOrder(getCollection('logos'))).map(({ data }) => data),
);

/** The legal pages, each at the address given by its file name. */
export const loadLegal = once(async () =>
  (await inOrder(getCollection('legal'))).map(({ id, data, html }) => ({
    path: `/${id}`,
    data,
    html,
  })),
);

export type Home = Awaited<ReturnType<typeof loadHome>>['data'];
export type Lesson = Awaited<ReturnType<typeof loadLesson>>['data'];
