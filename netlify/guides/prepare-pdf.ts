import { hash } from 'node:crypto';
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import { MAX_GUIDE_BYTES, NOT_PDF, type Refusal, refuseSize } from '#contract/guide-pdf.ts';
import { addPlaceholder } from './add-line.ts';
import { type StoredEdition, PLACEHOLDER_BYTES } from './blobs-guides.ts';

// Loads the library for PDFs, so only publishing imports it.

type Bytes = Uint8Array<ArrayBuffer>;

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
export const checkPdf = async (bytes: Bytes): Promise<Checked> => {
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

/** A file for buyers, with a blank line or the reason why it has none. */
type WithLine = Pick<StoredEdition, 'line' | 'bare'> & { readonly bytes: Bytes };

type Prepared = WithLine & {
  readonly upload: { readonly size: number; readonly sha256: string; readonly pages: number };
};

/** Every signature contains it uncompressed: it names the bytes that are signed (ISO 32000-1, 12.8.1). */
const SIGNED = '/ByteRange';

const lineOn = async (bytes: Bytes, pages: number): Promise<WithLine> => {
  if (Buffer.from(bytes.buffer).includes(SIGNED)) return { bytes, bare: 'signed' };
  const lined = await addPlaceholder(bytes).catch(() => null);
  if (!lined) return { bytes, bare: 'changed' };
  if (lined.bytes.byteLength > MAX_GUIDE_BYTES) return { bytes, bare: 'too_large' };
  const again = await checkPdf(lined.bytes);
  if (!('pages' in again) || again.pages !== pages) return { bytes, bare: 'changed' };
  return { bytes: lined.bytes, line: { at: lined.at, length: PLACEHOLDER_BYTES } };
};

/** Checks an upload, and adds the blank line if the shop wants one and the file can take it. */
export const preparePdf = async (
  bytes: Bytes,
  wantsLine: boolean,
): Promise<Prepared | { readonly refusal: Refusal }> => {
  const checked = await checkPdf(bytes);
  if ('refusal' in checked) return checked;
  const { pages } = checked;
  const upload = { size: bytes.byteLength, sha256: hash('sha256', bytes), pages };
  return { ...(wantsLine ? await lineOn(bytes, pages) : { bytes }), upload };
};
