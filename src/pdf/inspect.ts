import { findActive } from './active.ts';
import type { Engine } from './engine.ts';
import { refuseSize } from './file.ts';
import { MAX_GUIDE_PAGES } from './limits.ts';
import { readObjects } from './objects.ts';
import { type Fonts, readPages } from './pages.ts';
import {
  ENCRYPTED,
  NOT_PDF,
  type Refusal,
  Refused,
  TOO_MUCH_MEMORY,
  UNREADABLE,
  activeContent,
  broken,
  tooManyPages,
} from './refusal.ts';

export type PdfFindings = {
  readonly pages: number;
  /** The PDF's title, if it has one. */
  readonly title: string | null;
  readonly fonts: Fonts;
  /** Whether headings and lists are marked as such for screen readers. */
  readonly tagged: boolean;
  /** For each page, whether it is dark where an order's line would be printed. */
  readonly darkFeet: readonly boolean[];
};

export type Inspection = { readonly findings: PdfFindings } | { readonly refusal: Refusal };

/** Errors of fpdfview.h: the file needs a password, or its protection is of an unknown kind. */
const [PASSWORD, SECURITY] = [4, 5];

const MAX_TITLE_CHARACTERS = 200;

const latin1 = new TextDecoder('latin1');

const isPdf = (bytes: Uint8Array): boolean =>
  latin1.decode(bytes.subarray(0, 1024)).includes('%PDF-');

/**
 * Detects truncated files. Programs write an end marker after all objects, and another one after later additions.
 * PDFium opens half a file too, as an older state of it or with the objects that it finds without a table.
 */
const isWhole = (bytes: Uint8Array, hasTable: boolean): boolean => {
  const text = latin1.decode(bytes);
  const end = text.lastIndexOf('%%EOF');
  return end === -1 ? hasTable : !/\d\s+obj\b/.test(text.slice(end));
};

const open = ({ pdfium, memory }: Engine, bytes: Uint8Array): number => {
  const at = pdfium.malloc(bytes.byteLength);
  new Uint8Array(memory().buffer).set(bytes, at);
  const doc = pdfium.FPDF_LoadMemDocument(at, bytes.byteLength, 0);
  const error = doc === 0 ? pdfium.FPDF_GetLastError() : 0;
  const isLocked = error === PASSWORD || error === SECURITY;
  if (isLocked || (doc !== 0 && pdfium.FPDF_GetSecurityHandlerRevision(doc) !== -1)) {
    throw new Refused(ENCRYPTED);
  }
  if (doc === 0) throw new Refused(UNREADABLE);
  if (!isWhole(bytes, pdfium.FPDF_DocumentHasValidCrossReferenceTable(doc) === 1)) {
    throw new Refused(broken('The end of the PDF is missing.'));
  }
  return doc;
};

const titleOf = ({ pdfium, memory, readText }: Engine, doc: number): string | null => {
  const key = pdfium.malloc(8);
  new TextEncoder().encodeInto('Title\0', new Uint8Array(memory().buffer, key, 8));
  const title = readText('utf-16le', (at, length) => pdfium.FPDF_GetMetaText(doc, key, at, length));
  const text = title.replace(/\p{C}+/gu, ' ').trim();
  return [...text].slice(0, MAX_TITLE_CHARACTERS).join('') || null;
};

const inspect = (engine: Engine, bytes: Uint8Array): PdfFindings => {
  const doc = open(engine, bytes);
  const pages = engine.pdfium.FPDF_GetPageCount(doc);
  if (pages === 0) throw new Refused(broken('The PDF has no pages.'));
  if (pages > MAX_GUIDE_PAGES) throw new Refused(tooManyPages(pages));
  const objects = readObjects(engine, doc);
  if (objects === null) throw new Refused(TOO_MUCH_MEMORY);
  const found = findActive(objects);
  if (found !== undefined) throw new Refused(activeContent(found));
  return {
    pages,
    title: titleOf(engine, doc),
    ...readPages(engine, doc, pages),
    tagged: engine.pdfium.FPDFCatalog_IsTagged(doc) === 1,
  };
};

/**
 * Checks whether these bytes may be sold as a guide, and reports what is in them. It runs in the browser, where it saves
 * the owner a useless upload, and again on the server, which trusts no client. Each file needs its own engine. The
 * caller ends the check after `MAX_CHECK_MS`.
 */
export const inspectPdf = (engine: Engine, bytes: Uint8Array): Inspection => {
  const refusal = refuseSize(bytes.byteLength) ?? (isPdf(bytes) ? null : NOT_PDF);
  if (refusal) return { refusal };
  try {
    const findings = inspect(engine, bytes);
    return engine.isFull() ? { refusal: TOO_MUCH_MEMORY } : { findings };
  } catch (error) {
    if (engine.isFull()) return { refusal: TOO_MUCH_MEMORY };
    // What breaks PDFium may break a parent's reader too.
    return { refusal: error instanceof Refused ? error.refusal : UNREADABLE };
  }
};
