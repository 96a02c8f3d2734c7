import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { Refused, unreadable } from './refusal.ts';

const JAVASCRIPT = 'JavaScript';
const FILES = 'other files attached';
const MULTIMEDIA = 'multimedia content';
const ON_ITS_OWN = 'something that happens on its own';

/** What an action does, by its /S (ISO 32000-1 section 12.6.4). Links to a page or an address are fine. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['JavaScript', JAVASCRIPT],
  ['Launch', 'a link that starts a program'],
  ['SubmitForm', 'a form that sends what is typed'],
  ['ImportData', 'a form that reads files'],
  ['GoToE', 'a link into an attached file'],
  ['GoToR', 'a link to another file'],
  ['Rendition', MULTIMEDIA],
  ['RichMediaExecute', MULTIMEDIA],
  ['Movie', MULTIMEDIA],
  ['Sound', MULTIMEDIA],
]);

const SUBTYPES: ReadonlyMap<string, string> = new Map([
  ['FileAttachment', FILES],
  ['RichMedia', MULTIMEDIA],
  ['3D', MULTIMEDIA],
  ['Movie', MULTIMEDIA],
  ['Sound', MULTIMEDIA],
  ['Screen', MULTIMEDIA],
]);

const TYPES: ReadonlyMap<string, string> = new Map([['EmbeddedFile', FILES]]);

/** Keys that are there for nothing else. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['AA', ON_ITS_OWN],
  ['JS', JAVASCRIPT],
  ['JavaScript', JAVASCRIPT],
  ['EF', FILES],
  ['EmbeddedFiles', FILES],
  ['XFA', 'a form that is a program'],
  ['RichMediaContent', MULTIMEDIA],
]);

const KINDS = [
  ['S', ACTIONS],
  ['Subtype', SUBTYPES],
  ['Type', TYPES],
] as const;

/** Throws for a name that stands elsewhere, or as a text: some readers take it. Glyphs may have such a key. */
const nameIn = (dict: PDFDict, key: string, context: PDFContext): string => {
  const value = dict.get(PDFName.of(key));
  if (value === undefined) return '';
  if (value instanceof PDFName) return value.decodeText();
  const target = context.lookup(value);
  if (target instanceof PDFRawStream || target instanceof PDFNumber) return '';
  throw unreadable();
};

/** What happens when the file opens: a place in it to begin at is fine, and nothing else. */
const opening = (dict: PDFDict, context: PDFContext): string | undefined => {
  const value = dict.get(PDFName.of('OpenAction'));
  const action = context.lookup(value);
  if (value === undefined || action instanceof PDFArray) return undefined;
  if (!(action instanceof PDFDict)) return ON_ITS_OWN;
  const does = nameIn(action, 'S', context);
  const isQuiet = does === 'GoTo' && !action.has(PDFName.of('Next'));
  return isQuiet ? undefined : (ACTIONS.get(does) ?? ON_ITS_OWN);
};

const findIn = (dict: PDFDict, context: PDFContext): string | undefined => {
  const named = KINDS.map(([key, kinds]) => kinds.get(nameIn(dict, key, context)));
  const keyed = dict.keys().map((key) => KEYS.get(key.decodeText()));
  return [...named, opening(dict, context), ...keyed].find((found) => found !== undefined);
};

/**
 * Throws `Refused` for an object, with all that is written inside it, that does more than lie on a
 * page. What it refers to is an object of its own, and gets its own turn.
 */
export const refuseActive = (object: PDFObject, context: PDFContext): void => {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const dict = next instanceof PDFRawStream ? next.dict : next;
    if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
    if (!(dict instanceof PDFDict)) continue;
    const found = findIn(dict, context);
    if (found !== undefined) {
      const reason = `The PDF has ${found} in it. Export it again without, since a guide is to be read and printed alone.`;
      throw new Refused('pdf_active_content', reason);
    }
    for (const value of dict.values()) waiting.push(value);
  }
};
