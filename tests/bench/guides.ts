import { createHash, randomBytes } from 'node:crypto';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { createBlobsClient } from '../../netlify/clients/blobs.ts';
import { createGuides } from '../../netlify/guides/blobs-guides.ts';

/** Gives every product a file of so many bytes; answers their hashes by name. */
export const putGuides = async (bytes: number): Promise<ReadonlyMap<string, string>> => {
  const guides = createGuides(createBlobsClient(), 'dev');
  const hashes = new Map<string, string>();
  for (const { file_name: name } of catalogJson.products) {
    const file = Uint8Array.from(randomBytes(bytes));
    await guides.put(name, file.buffer);
    hashes.set(name, createHash('sha256').update(file).digest('hex'));
  }
  return hashes;
};
