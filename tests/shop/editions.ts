import { publishEdition } from '../../netlify/guides/editions.ts';
import { productOf } from '../catalogue.ts';
import { sha256 } from './downloading.ts';
import { type FileToUpload, GUIDE } from './owner.ts';

/**
 * Makes a file of one page what buyers get, as an upload does once it has checked it, which takes longer than all
 * else. Answers whether that changed anything.
 */
export const putEdition = (
  { bytes, name = 'My guide.pdf', product = GUIDE.product }: FileToUpload,
  title: string | null = null,
): Promise<boolean> =>
  publishEdition(productOf(product).file_name, {
    bytes: bytes.buffer,
    sha256: sha256(bytes),
    pages: 1,
    title,
    uploadedAs: name,
  });
