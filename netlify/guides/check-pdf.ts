import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import { type Refusal, refuseSize } from '#contract/guide-pdf.ts';
import { NOT_PDF } from './refusals.ts';

const ENCRYPTED: Refusal = {
  code: 'pdf_encrypted',
  reason:
    'The PDF is protected by a password or against changes. Export it again without protection.',
};

const broken = (what: string): Refusal => ({
  code: 'pdf_broken',
  reason: `${what} Open it in a PDF reader and export it again.`,
});

/** Programs write an end marker after all objects, and another one after later additions. */
const isTruncated = (bytes: Buffer): boolean => {
  const end = Math.max(bytes.lastIndexOf('startxref'), bytes.lastIndexOf('%%EOF'));
  return end === -1 || /\d\s+obj\b/.test(bytes.toString('latin1', end));
};

type Checked = { readonly pages: number } | { readonly refusal: Refusal };

/** Checks whether buyers can open these bytes as a PDF. Never throws. */
export const checkPdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Checked> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refusal = refuseSize(file.byteLength);
  if (refusal) return { refusal };
  if (!file.subarray(0, 1024).includes('%PDF-')) return { refusal: NOT_PDF };
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    if (isTruncated(file)) return { refusal: broken('The end of the PDF is missing.') };
    const pages = document.getPages().length;
    return pages > 0 ? { pages } : { refusal: broken('The PDF has no pages.') };
  } catch (error) {
    if (error instanceof EncryptedPDFError) return { refusal: ENCRYPTED };
    const what = isTruncated(file) ? 'The end of the PDF is missing.' : 'The PDF can’t be read.';
    return { refusal: broken(what) };
  }
};
