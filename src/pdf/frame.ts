import { MAX_GUIDE_BYTES } from './limits.ts';
import { NOT_PDF, type Refusal, Refused, broken } from './refusal.ts';

const HEADER = '%PDF-';

/** How far from the end readers look for it (ISO 32000-1, annex H.3, note 18). */
const TAIL_BYTES = 1024;

/** Where the newest cross-reference section begins, and nothing but white space behind it. */
const TAIL = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

const latin1 = new TextDecoder('latin1');

const MEBIBYTE = 1024 * 1024;

/** null for a size that a guide may have. */
export const refuseSize = (size: number): Refusal | null => {
  if (size === 0) return { code: 'file_empty', reason: 'The file is empty.' };
  if (size <= MAX_GUIDE_BYTES) return null;
  const limit = MAX_GUIDE_BYTES / MEBIBYTE;
  const is = Math.ceil((10 * size) / MEBIBYTE) / 10;
  const reason = `The file has ${is} MB; a guide may have ${limit} MB.`;
  return { code: 'file_too_large', reason };
};

/** Throws `Refused` for a size that no guide has. */
const checkSize = (size: number): void => {
  const refusal = refuseSize(size);
  if (refusal) throw new Refused(refusal.code, refusal.reason);
};

/**
 * Checks the first bytes and the last, and answers where the file says that its cross-reference begins.
 * Browsers, too, take for a PDF only what begins as one (mimesniff.spec.whatwg.org).
 */
export const readFrame = (bytes: Uint8Array): number => {
  checkSize(bytes.byteLength);
  if (latin1.decode(bytes.subarray(0, HEADER.length)) !== HEADER) {
    throw new Refused(NOT_PDF.code, NOT_PDF.reason);
  }
  const [, offset] = TAIL.exec(latin1.decode(bytes.subarray(-TAIL_BYTES))) ?? [];
  if (offset === undefined) throw broken('The end of the PDF is missing.');
  return Number(offset);
};
