import { publishEdition } from '../../netlify/guides/editions.ts';
import { productOf } from '../catalogue.ts';
import { sha256 } from './downloading.ts';
import { type FileToUpload, GUIDE } from './owner.ts';

/**
 * Makes a file of one page what buyers get, as an upload does once it has checked it. Answers whether that changed
 * anything.
 */
export const putEdition = ({
  bytes,
  name = 'My guide.pdf',
  product = GUIDE.product,
}: FileToUpload): Promise<boolean> =>
  publishEdition(productOf(product).file_name, {
    bytes,
    upload: {
      size: bytes.byteLength,
      sha256: sha256(bytes),
      pages: 1,
      uploadedAs: name,
      uploadedAt: new Date().toISOString(),
    },
  });
