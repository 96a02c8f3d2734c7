import { hash } from 'node:crypto';
import { type KeptEdition, readEdition } from '../guides/blobs-guides.ts';
import type { Attachment } from './file-response.ts';

/** The file with an order's line, as long as without it. `words` is null for a shop that adds none. */
export const copyOf = (
  fileName: string,
  edition: KeptEdition,
  words: string | null,
): Attachment => {
  const { size, sha256, line } = edition;
  const read = () => readEdition(fileName, edition);
  if (!line || words === null || words.length > line.length) {
    return { fileName, size, tag: sha256, read };
  }
  const tag = hash('sha256', `${sha256} ${words}`);
  const readFilled = async () => {
    const bytes = await read();
    bytes.set(Buffer.from(words.padEnd(line.length)), line.at);
    return bytes;
  };
  return { fileName, size, tag, read: readFilled };
};
