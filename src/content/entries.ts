import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { type Facts, fillAll } from './fill.ts';
import { keepTrue } from './conditions.ts';
import { hasMail } from './has-mail.ts';
import { fillHtml } from './html.ts';

/**
 * What is loaded from content/ once for a whole build: each page asks for all of it, and the work would
 * grow with the square of the guides. Under `npm run dev` the files change, and each page loads anew.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  if (import.meta.env.DEV) return load;
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** The entry of a collection that is one file of content/. */
export async function loadOne<C extends CollectionKey>(collection: C): Promise<CollectionEntry<C>> {
  const [entry] = await getCollection(collection);
  if (entry) return entry;
  throw new Error(`content/ has no file for "${collection}". See content/README.md.`);
}

export type Loaded<T> = { data: T; rendered?: { html: string } | undefined };

/** The fields and the text of an entry, as far as it is true, placeholders filled in. */
export const filled = <T>(
  { data, rendered }: Loaded<T>,
  facts: Facts,
): { data: T; html: string } => ({
  data: fillAll(data, facts),
  html: fillHtml(keepTrue(rendered?.html ?? '', hasMail()), facts),
});
