import { hash } from 'node:crypto';
import type { PdfFindings } from '#pdf/inspect.ts';
import { MAX_GUIDE_BYTES } from '#pdf/limits.ts';
import { logError } from '../../http/log.ts';
import type { Stamp, StampRefusal } from '../edition-record.ts';
import { LINE_BYTES } from './line.ts';

type Prepared = {
  /** The file that the shop keeps and sends. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly stamp: Stamp;
};

type Checked = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The findings in these bytes. */
  readonly findings: PdfFindings;
};

/** Every signature contains it uncompressed: it names the bytes that are signed (ISO 32000-1, 12.8.1). */
const SIGNED = '/ByteRange';

const isSame = (one: PdfFindings, other: PdfFindings): boolean =>
  one.pages === other.pages && one.title === other.title && one.tagged === other.tagged;

/** Adds the line and checks that PDFium finds the same in the file as before; or answers why there is no line. */
const tryToPrepare = async (
  { bytes, findings }: Checked,
  until: number,
): Promise<Prepared | StampRefusal> => {
  if (Buffer.from(bytes.buffer).includes(SIGNED)) return 'signed';
  const { stampPdf } = await import('../stamp-pdf.ts');
  const stamped = await stampPdf(bytes, findings.darkFeet, until - Date.now());
  if (stamped.bytes.byteLength > MAX_GUIDE_BYTES) return 'too_large';
  const { checkPdf } = await import('../check-pdf.ts');
  const again = await checkPdf(stamped.bytes, until - Date.now());
  if (!('findings' in again) || !isSame(again.findings, findings)) return 'odd';
  const upload = { size: bytes.byteLength, sha256: hash('sha256', bytes) };
  return { bytes: stamped.bytes, stamp: { at: stamped.at, length: LINE_BYTES, upload } };
};

/** Adds the blank line to a checked file, or leaves the file as it is. `until` is Unix time in milliseconds. */
export const prepare = async (file: Checked, until: number): Promise<Prepared> => {
  const prepared = await tryToPrepare(file, until).catch((error: unknown) => {
    logError(error);
    return 'odd' as const;
  });
  return typeof prepared === 'string'
    ? { bytes: file.bytes, stamp: { refusal: prepared } }
    : prepared;
};
