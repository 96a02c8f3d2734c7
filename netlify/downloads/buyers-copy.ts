import { hash } from 'node:crypto';
import { type StoredEdition, readEditionBytes } from '../guides/guide-store.ts';
import type { Attachment } from './file-response.ts';

/**
 * The buyer gets the unchanged edition if it has no placeholder, if `orderNumberLine` is null, or
 * if the line does not fit into the placeholder.
 */
export const prepareCopy = (
  fileName: string,
  edition: StoredEdition,
  orderNumberLine: string | null,
): Attachment => {
  const { size, sha256, line: placeholder } = edition;
  const readEdition = () => readEditionBytes(fileName, edition);
  if (!placeholder || orderNumberLine === null || orderNumberLine.length > placeholder.length) {
    return { fileName, size, contentId: sha256, readBytes: readEdition };
  }
  const readCopy = async () => {
    const bytes = await readEdition();
    const padded = orderNumberLine.padEnd(placeholder.length);
    bytes.set(Buffer.from(padded), placeholder.at);
    return bytes;
  };
  const contentId = hash('sha256', `${sha256} ${orderNumberLine}`);
  return { fileName, size, contentId, readBytes: readCopy };
};
