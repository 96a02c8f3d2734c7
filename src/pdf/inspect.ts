import { PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { type Fonts, findFonts } from './fonts.ts';
import { readFrame } from './frame.ts';
import { type Document, readObjects } from './objects.ts';
import { countPages } from './pages.ts';
import { type Refusal, Refused, broken } from './refusal.ts';

export type PdfFindings = {
  readonly pages: number;
  /** The PDF's own, if it has one. */
  readonly title: string | null;
  readonly fonts: Fonts;
  /** Whether it says what is a heading and what a list, as screen readers ask for. */
  readonly tagged: boolean;
};

export type Inspection = { readonly findings: PdfFindings } | { readonly refusal: Refusal };

const MAX_TITLE_CHARACTERS = 200;

const titleOf = ({ context, trailer }: Document): string | null => {
  const info = context.lookup(trailer.get(PDFName.of('Info')));
  const title = info instanceof PDFDict ? context.lookup(info.get(PDFName.of('Title'))) : undefined;
  if (!(title instanceof PDFString || title instanceof PDFHexString)) return null;
  const text = title
    .decodeText()
    .replace(/\p{C}+/gu, ' ')
    .trim();
  return [...text].slice(0, MAX_TITLE_CHARACTERS).join('') || null;
};

const isTagged = ({ context }: Document, catalog: PDFDict): boolean => {
  const marks = context.lookup(catalog.get(PDFName.of('MarkInfo')));
  const says = marks instanceof PDFDict ? String(marks.get(PDFName.of('Marked'))) : '';
  return says === 'true' && catalog.has(PDFName.of('StructTreeRoot'));
};

const inspect = async (bytes: Uint8Array): Promise<PdfFindings> => {
  const newest = readFrame(bytes);
  const document = await readObjects(bytes, newest);
  const { context, trailer } = document;
  const catalog = context.lookup(trailer.get(PDFName.of('Root')));
  if (!(catalog instanceof PDFDict)) throw broken('The PDF does not say where its pages are.');
  return {
    pages: countPages(context, catalog.get(PDFName.of('Pages'))),
    title: titleOf(document),
    fonts: findFonts(context),
    tagged: isTagged(document, catalog),
  };
};

/**
 * Whether these bytes may be sold as a guide, and what was found in them. The same words in the browser,
 * where it saves the owner an upload, and on the server, which believes nobody.
 */
export const inspectPdf = async (bytes: Uint8Array): Promise<Inspection> => {
  try {
    return { findings: await inspect(bytes) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    // Whatever the parser stumbled over, a reader may too.
    return { refusal: broken('The PDF cannot be read.').refusal };
  }
};
