import { getCollection } from 'astro:content';
import { filled, loadOne } from './entries.ts';
import { once } from './once.ts';
import { loadFacts } from './shop.ts';

/** The words of the pages, as content/ has them, with the facts filled in. */
export const loadHome = once(async () => filled(await loadOne('home'), await loadFacts()));

export const loadAbout = once(async () => filled(await loadOne('about'), await loadFacts()));

export const loadFaqPage = once(async () => filled(await loadOne('faqPage'), await loadFacts()));

export const loadCreator = once(async () => filled(await loadOne('creator'), await loadFacts()));

const byFileName = (a: { id: string }, b: { id: string }) =>
  a.id.localeCompare(b.id, 'en', { numeric: true });

/** The questions in the order of their file names. */
export const loadFaqs = once(async () => {
  const [entries, facts] = await Promise.all([getCollection('faqs'), loadFacts()]);
  return entries.toSorted(byFileName).map((entry) => {
    const { data, html } = filled(entry, facts);
    return { id: entry.id.replace(/^\d+-/, ''), question: data.question, html };
  });
});

export const loadTestimonials = once(async () => {
  const [entries, facts] = await Promise.all([getCollection('testimonials'), loadFacts()]);
  return entries.toSorted(byFileName).map((entry) => filled(entry, facts));
});

export const loadLogos = once(async () =>
  (await getCollection('logos')).toSorted(byFileName).map(({ data }) => data),
);

/** The pages that a shop owes its customers, each at the address of its file name. */
export const loadLegal = once(async () => {
  const [entries, facts] = await Promise.all([getCollection('legal'), loadFacts()]);
  return entries.toSorted(byFileName).map((entry) => {
    const { data, html } = filled(entry, facts);
    return { path: `/${entry.id}`, data, html };
  });
});

export type Home = Awaited<ReturnType<typeof loadHome>>['data'];
