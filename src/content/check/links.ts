import { addressOfFile } from '../addresses.ts';
import { PUBLIC_PAGES } from '../public-pages.ts';
import { type CheckContext, type Entry, fieldError, isOf } from './entry.ts';
import { pageOf } from './page-ids.ts';

const LINKABLE_FILES = ['/articles/feed.xml', '/printables/jar-labels.pdf'];

const PLACEHOLDER = /^\{\w+\}$|^%7B\w+%7D$/i;
/** Captures the path and the anchor, and ignores the query. */
const LOCAL_ADDRESS = /^(\/[^#?]*)?(?:\?[^#]*)?(?:#(.*))?$/;
const EXTERNAL_ADDRESS = /^(?:https:\/\/[^\s/]+\.[^\s/]+|mailto:[^\s@]+@[^\s@]+)/i;
const WRITE_ADDRESS =
  'Write a full address, such as https://example.com, or a page of the shop, such as /faqs.';

/** What `linkError` needs to know about where a link appears. */
export type LinkContext = CheckContext & {
  /** The path of the page that contains the link; undefined in an email. */
  readonly page: string | undefined;
  /** The day on which that page will be published; undefined if it is published already. */
  readonly publishedOn: string | undefined;
};

export const linkContextOf = (entry: Entry, context: CheckContext): LinkContext => {
  const page = pageOf(entry);
  return { ...context, page, publishedOn: context.waiting.get(page ?? '') };
};

const NO_IDS: ReadonlySet<string> = new Set();

const questionsOf = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => address.split('#')[1] ?? []);

/** Returns why a link leads nowhere, as the end of a sentence. Returns null if the link works. */
export function linkError(url: string, context: LinkContext): string | null {
  if (PLACEHOLDER.test(url)) return null; // filled in when an email is sent
  const { files, pageIds, waiting, page: ownPage, publishedOn = '' } = context;
  const local = LOCAL_ADDRESS.exec(url);
  const path = local?.[1] ?? '';
  const anchor = local?.[2];
  if (path === '' && anchor === undefined) {
    if (EXTERNAL_ADDRESS.test(url)) return null;
    return `${url} is not a valid address. ${WRITE_ADDRESS}`;
  }
  const addresses = [
    ...files.flatMap((file) => addressOfFile(file) ?? []),
    ...LINKABLE_FILES,
  ].toSorted();
  const pages = addresses.filter((address) => !address.includes('#'));
  if (path !== '' && !pages.includes(path)) {
    return `the shop has no page ${path}. It has: ${pages.join(', ')}.`;
  }
  const day = waiting.get(path);
  if (day !== undefined && publishedOn < day) {
    return `the page ${path} is published on ${day}. Until then, this link would be broken. Add it on that day.`;
  }
  if (anchor === undefined) return null;
  const page = path === '' ? ownPage : path;
  const ids = page === undefined ? NO_IDS : pageIds.get(page);
  if (!ids || ids.has(anchor)) return null;
  if (page === undefined) return 'a link in an email needs the address of a page before the #.';
  const parts = page === PUBLIC_PAGES.faqPage.path ? questionsOf(addresses) : [...ids];
  return `the page ${page} has no part #${anchor}. It has: ${parts.join(', ')}.`;
}

/** Checks the link in the notice above every public page. */
export function* findNoticeErrors(entry: Entry, context: CheckContext): Iterable<string> {
  if (!isOf(entry, 'site') || !entry.fields.notice?.link) return;
  const { to } = entry.fields.notice.link;
  // The notice is on every public page, so an id alone is not enough.
  const message = to.startsWith('#') ? `${to} is not a valid address. ${WRITE_ADDRESS}` : null;
  const error = message ?? linkError(to, linkContextOf(entry, context));
  if (error !== null) yield fieldError(entry, ['notice', 'link', 'to'], error);
}
