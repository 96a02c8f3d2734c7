import { hash } from 'node:crypto';
import { MAX_GUIDE_BYTES, type Refusal } from '#contract/guide-pdf.ts';
import { addLine } from './add-line.ts';
import type { KeptEdition } from './blobs-guides.ts';
import { checkPdf } from './check-pdf.ts';
import { LINE_BYTES } from './order-line.ts';

// Loads the library for PDFs, so only publishing imports it.

type Bytes = Uint8Array<ArrayBuffer>;

/** A file for buyers, with a blank line or the reason why it has none. */
type WithLine = Pick<KeptEdition, 'line' | 'bare'> & { readonly bytes: Bytes };

type Prepared = WithLine & {
  readonly upload: { readonly size: number; readonly sha256: string; readonly pages: number };
};

/** Every signature contains it uncompressed: it names the bytes that are signed (ISO 32000-1, 12.8.1). */
const SIGNED = '/ByteRange';

const lineOn = async (bytes: Bytes, pages: number): Promise<WithLine> => {
  if (Buffer.from(bytes.buffer).includes(SIGNED)) return { bytes, bare: 'signed' };
  const lined = await addLine(bytes).catch(() => null);
  if (!lined) return { bytes, bare: 'changed' };
  if (lined.bytes.byteLength > MAX_GUIDE_BYTES) return { bytes, bare: 'too_large' };
  const again = await checkPdf(lined.bytes);
  if (!('pages' in again) || again.pages !== pages) return { bytes, bare: 'changed' };
  return { bytes: lined.bytes, line: { at: lined.at, length: LINE_BYTES } };
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
