import { EncryptedPDFError, PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { NOT_PDF, type Refusal, refuseSize } from '#contract/guide-pdf.ts';
import { DRAWING_NAME } from './add-placeholder.ts';

// Loads the large PDF library, so only publishing may import this file.

const ENCRYPTED: Refusal = {
  code: 'pdf_encrypted',
  reason:
    'The PDF is protected by a password or against changes. Export it again without protection.',
};

const brokenPdf = (problem: string): Refusal => ({
  code: 'pdf_broken',
  reason: `${problem} Open it in a PDF reader and export it again.`,
});

const TRUNCATED = brokenPdf('The end of the PDF is missing.');
const WITHOUT_PAGES = brokenPdf('The PDF has no pages.');
const UNREADABLE = brokenPdf('The PDF can’t be read.');

/** Programs write an end marker after all objects, and another one after each later update. */
const isTruncated = (file: Buffer): boolean => {
  const end = Math.max(file.lastIndexOf('startxref'), file.lastIndexOf('%%EOF'));
  return end === -1 || /\d\s+obj\b/.test(file.toString('latin1', end));
};

const hasOrderLine = (page: PDFPage): boolean => {
  try {
    const drawings = page.node.Resources()?.lookupMaybe(PDFName.XObject, PDFDict);
    return drawings?.has(DRAWING_NAME) ?? false;
  } catch {
    // An object in this PDF has the wrong type. The shop never adds a line to such a page.
    return false;
  }
};

const titleOf = (document: PDFDocument): string | null => {
  try {
    return document.getTitle()?.trim() || null;
  } catch {
    return null;
  }
};

type CheckedPdf =
  | { readonly pages: number; readonly title: string | null; readonly hasOrderLine: boolean }
  | { readonly refusal: Refusal };

export const checkPdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<CheckedPdf> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizeRefusal = refuseSize(file.byteLength);
  if (sizeRefusal) return { refusal: sizeRefusal };
  // PDF readers accept a header anywhere in the first 1024 bytes.
  if (!file.subarray(0, 1024).includes('%PDF-')) return { refusal: NOT_PDF };
  // Checked before loading, because the library is slow to search a file without an end marker.
  if (isTruncated(file)) return { refusal: TRUNCATED };
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPages();
    if (pages.length === 0) return { refusal: WITHOUT_PAGES };
    const title = titleOf(document);
    return { pages: pages.length, title, hasOrderLine: pages.some(hasOrderLine) };
  } catch (error) {
    return { refusal: error instanceof EncryptedPDFError ? ENCRYPTED : UNREADABLE };
  }
};
