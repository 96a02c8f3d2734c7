import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { type Facts, fill, fillAll } from './fill.ts';

/** The entry of a collection that is one file of content/. */
export async function loadOne<C extends CollectionKey>(collection: C): Promise<CollectionEntry<C>> {
  const [entry] = await getCollection(collection);
  if (entry) return entry;
  throw new Error(`content/ has no file for "${collection}". See content/README.md.`);
}

const mailLink = (email: string) => `<a href="mailto:${email}">${email}</a>`;

/** An address typed into running text becomes a link; inside a link's own address it stays plain. */
function fillHtml(html: string, facts: Facts): string {
  const { supportEmail = '' } = facts;
  const plain = html.replaceAll('mailto:%7BsupportEmail%7D', `mailto:${supportEmail}`);
  return fill(plain, { ...facts, supportEmail: mailLink(supportEmail) });
}

type Entry<T> = { data: T; rendered?: { html: string } | undefined; filePath?: string | undefined };

/** The fields and the text of an entry, placeholders filled in. Throws naming the file. */
export function filled<T>(entry: Entry<T>, facts: Facts): { data: T; html: string } {
  try {
    return {
      data: fillAll(entry.data, facts),
      html: fillHtml(entry.rendered?.html ?? '', facts),
    };
  } catch (error) {
    throw new Error(`${entry.filePath}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
