import { createHash } from 'node:crypto';
import type { Refusal } from '#contract/guide-pdf.ts';
import type { StoredEdition } from './guide-store.ts';

/** If a buyer's copy were published, its order number would be in every buyer's PDF. */
export const SHOP_COPY: Refusal = {
  code: 'pdf_from_shop',
  reason:
    'This PDF is a copy from the shop: its pages already have the line with an order number. Upload the PDF that you exported yourself.',
};

/**
 * Whether a file is a copy of an edition, with any text in place of the placeholder. More bytes may
 * follow, because some programs append changes to a PDF.
 */
export const isCopyOf = (
  file: Uint8Array,
  { size, sha256, line }: Pick<StoredEdition, 'size' | 'sha256' | 'line'>,
): boolean => {
  if (!line || file.byteLength < size) return false;
  const blankCopy = createHash('sha256')
    .update(file.subarray(0, line.at))
    .update(' '.repeat(line.length))
    .update(file.subarray(line.at + line.length, size));
  return blankCopy.digest('hex') === sha256;
};
