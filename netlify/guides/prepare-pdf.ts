import { hash } from 'node:crypto';
import { MAX_GUIDE_BYTES, type Refusal } from '#contract/guide-pdf.ts';
import { addPlaceholder } from './add-placeholder.ts';
import { checkPdf } from './check-pdf.ts';
import type { StoredEdition } from './guide-store.ts';
import { PLACEHOLDER_BYTES } from './order-number-line.ts';
import { SHOP_COPY } from './shop-copy.ts';

// Loads the large PDF library, so only publishing may import this file.

type Bytes = Uint8Array<ArrayBuffer>;

/** Has `line` if a placeholder was added, or `bare` if one was requested but couldn't be added. */
type FileToSell = Pick<StoredEdition, 'line' | 'bare'> & { readonly bytes: Bytes };

export type PreparedPdf = FileToSell & {
  /** From the PDF's metadata; null if it has no title. */
  readonly title: string | null;
  readonly upload: { readonly size: number; readonly sha256: string; readonly pages: number };
};

/** Every signature has this entry, which is never compressed (ISO 32000-1, 12.8.1). */
const SIGNATURE_ENTRY = '/ByteRange';

const withPlaceholder = async (original: Bytes, pages: number): Promise<FileToSell> => {
  const isSigned = Buffer.from(original.buffer).includes(SIGNATURE_ENTRY);
  if (isSigned) return { bytes: original, bare: 'signed' };
  const added = await addPlaceholder(original).catch(() => null);
  if (!added) return { bytes: original, bare: 'changed' };
  const { bytes, offset } = added;
  if (bytes.byteLength > MAX_GUIDE_BYTES) return { bytes: original, bare: 'too_large' };
  const checked = await checkPdf(bytes);
  const isIntact = 'pages' in checked && checked.pages === pages;
  if (!isIntact) return { bytes: original, bare: 'changed' };
  return { bytes, line: { at: offset, length: PLACEHOLDER_BYTES } };
};

export const preparePdf = async (
  bytes: Bytes,
  wantsPlaceholder: boolean,
): Promise<PreparedPdf | { readonly refusal: Refusal }> => {
  const checked = await checkPdf(bytes);
  if ('refusal' in checked) return checked;
  if (checked.hasOrderLine) return { refusal: SHOP_COPY };
  const { pages, title } = checked;
  const upload = { size: bytes.byteLength, sha256: hash('sha256', bytes), pages };
  const file = wantsPlaceholder ? await withPlaceholder(bytes, pages) : { bytes };
  return { ...file, title, upload };
};
