import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { Refused } from './refusal.ts';

const JAVASCRIPT = 'JavaScript';
const FILES = 'other files attached';
const MULTIMEDIA = 'multimedia content';

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
]);

const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['FileAttachment', FILES],
  ['RichMedia', MULTIMEDIA],
  ['3D', MULTIMEDIA],
]);

/** Keys that are there for nothing else. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['JS', JAVASCRIPT],
  ['JavaScript', JAVASCRIPT],
  ['EF', FILES],
  ['EmbeddedFiles', FILES],
  ['XFA', 'a form that is a program'],
  ['RichMediaContent', MULTIMEDIA],
]);

const textOf = (value: PDFObject | undefined): string =>
  value instanceof PDFName ? value.decodeText() : '';

const findIn = (dict: PDFDict): string | undefined => {
  if (textOf(dict.get(PDFName.of('Type'))) === 'EmbeddedFile') return FILES;
  const own =
    ACTIONS.get(textOf(dict.get(PDFName.of('S')))) ??
    ANNOTATIONS.get(textOf(dict.get(PDFName.of('Subtype'))));
  return own ?? dict.keys().flatMap((key) => KEYS.get(key.decodeText()) ?? [])[0];
};

/**
 * Throws `Refused` for an object, with all that is written inside it, that does more than lie on a
 * page. What it refers to is an object of its own, and gets its own turn.
 */
export const refuseActive = (object: PDFObject): void => {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const dict = next instanceof PDFRawStream ? next.dict : next;
    if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
    if (!(dict instanceof PDFDict)) continue;
    const found = findIn(dict);
    if (found !== undefined) {
      const reason = `The PDF has ${found} in it. Export it again without, since a guide is to be read and printed alone.`;
      throw new Refused('pdf_active_content', reason);
    }
    for (const value of dict.values()) waiting.push(value);
  }
};
