import { satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri';
import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';
import { addressOfFile, slugOf } from '../addresses.ts';
import { type Entry, type PageIds, bodyError, isOf } from './entry.ts';

/** An id on a page that links can point to, such as "refunds" in "/faqs#refunds". */
type PageId = {
  readonly id: string;
  /** Names the part that has the id, in words that an editor knows. */
  readonly owner: string;
  /** Returns the error to report if `owner` has the same id, or '' to report none. */
  readonly clash: (owner: string) => string;
};

const HOME_IDS = [
  'matters',
  'guides',
  'guides-title',
  'bundle',
  'conversation',
  'works',
  'creator',
  'trusted',
  'voices',
  'last-call',
];
const ABOUT_IDS = ['mission', 'team', 'steps', 'different', 'printable'];
const LESSON_IDS = ['need', 'read', 'minutes', 'say', 'otherwise', 'next'];
const FIND_IDS = ['coin', 'sent', 'sent-heading', 'email-hint', 'email', 'email-problem'];

/** The fields of optional sections on a guide's page. */
type GuideFields = {
  readonly questions: readonly unknown[];
  readonly inside: readonly unknown[];
  readonly preview: readonly unknown[];
  readonly printable?: unknown;
};

const guideIds = (fields: GuideFields): string[] => [
  'included',
  'why',
  'questions',
  'other-guides',
  ...fields.questions.map((_, index) => `answer-${index + 1}`),
  ...(fields.inside.length > 0 ? ['look-inside'] : []),
  ...(fields.preview.length > 0 ? ['preview'] : []),
  ...(fields.printable ? ['printable'] : []),
];

/** An id that a page always has, regardless of its text. */
const ofTemplate = (id: string): PageId => ({
  id,
  owner: 'another part of the page',
  clash: () => '',
});

const lessonIds = (guideName: string, entries: readonly Entry[]): string[] => {
  const guides = entries.filter((entry) => isOf(entry, 'guides'));
  const guide = guides.find(({ file }) => slugOf(file) === guideName);
  return [...LESSON_IDS, ...(guide?.fields.printable ? ['labels'] : [])];
};

/** The ids that a page always has. `entries` are all entries in the shop. */
const templateIds = (entry: Entry, entries: readonly Entry[]): readonly string[] => {
  if (isOf(entry, 'home')) return HOME_IDS;
  if (isOf(entry, 'about')) return ABOUT_IDS;
  if (isOf(entry, 'lesson') || isOf(entry, 'lessons')) {
    return lessonIds(entry.fields.guide, entries);
  }
  if (isOf(entry, 'findPage')) return FIND_IDS;
  if (isOf(entry, 'faqPage')) return ['support'];
  if (isOf(entry, 'articles')) return ['next'];
  if (isOf(entry, 'guides')) return guideIds(entry.fields);
  return [];
};

/** The page that shows an entry's text, such as "/faqs" for a question; undefined for an email. */
export const pageOf = (entry: Entry): string | undefined => {
  const isOnHome = isOf(entry, 'creator') || isOf(entry, 'testimonials');
  return isOnHome ? '/' : addressOfFile(entry.file)?.replace(/#.*/, '');
};

function* headingsIn(node: MdastNode): Iterable<MdastNode> {
  if (node.type === 'heading') yield node;
  if ('children' in node) for (const child of node.children) yield* headingsIn(child);
}

/** The ids that Astro gives to the headings in an entry's text, with their lines. */
function headingIds(entry: Entry): { id: string; line: number; text: string }[] {
  const headings = [...headingsIn(markdownToMdast(entry.body))];
  if (headings.length === 0) return [];
  const rendered = markdownToHtml(entry.body, {
    features: { smartPunctuation: true },
    hastPlugins: [satteriHeadingIdsPlugin()],
  });
  // `rendered` is a promise only if a plugin is asynchronous.
  const html = 'html' in rendered ? rendered.html : '';
  const ids = [...html.matchAll(/<h[1-6][^>]* id="([^"]*)"/g)].map(([, id = '']) => id);
  const lines = entry.body.split('\n');
  return headings.map(({ position }, index) => {
    const line = (position?.start.line ?? 1) - 1;
    return { id: ids[index] ?? '', line, text: (lines[line] ?? '').replace(/^[\s#]+/, '') };
  });
}

const QUESTION = 'the question in';

function* idsOf(entry: Entry, entries: readonly Entry[]): Iterable<PageId> {
  yield* templateIds(entry, entries).map(ofTemplate);
  if (isOf(entry, 'faqs')) {
    yield {
      id: slugOf(entry.file),
      owner: `${QUESTION} ${entry.file}`,
      // findFileErrors reports two questions with the same name.
      clash: (owner) =>
        owner.startsWith(QUESTION)
          ? ''
          : `${entry.file}: The file’s name becomes the question’s address, but ${owner} has the same one. Rename the file.`,
    };
  }
  for (const { id, line, text } of headingIds(entry)) {
    yield {
      id,
      owner: `the heading “${text}” in ${entry.file}`,
      clash: (owner) =>
        bodyError(
          entry,
          line,
          `the heading “${text}” gets the address #${id}, which ${owner} already has. Reword the heading.`,
        ),
    };
  }
}

/** The target of the skip link, on every page. */
const MAIN = ofTemplate('main');

/** The id of a guide's card on the home page. */
const cardOf = (guide: Entry): PageId => ofTemplate(`${slugOf(guide.file)}-title`);

/** `errors` report ids that two parts of a page share. */
export function collectPageIds(entries: readonly Entry[]) {
  const cards = entries.filter((entry) => isOf(entry, 'guides')).map(cardOf);
  const pages = new Map([['/', new Map([MAIN, ...cards].map((one) => [one.id, one]))]]);
  const errors: string[] = [];
  for (const entry of entries) {
    const path = pageOf(entry);
    if (path === undefined) continue;
    const known = pages.get(path) ?? new Map([[MAIN.id, MAIN]]);
    pages.set(path, known);
    for (const one of idsOf(entry, entries)) {
      const first = known.get(one.id);
      if (!first) known.set(one.id, one);
      const message = first && (one.clash(first.owner) || first.clash(one.owner));
      if (message) errors.push(message);
    }
  }
  const ids: PageIds = new Map(
    [...pages].map(([path, known]) => [path, new Set(known.keys())] as const),
  );
  return { ids, errors };
}
