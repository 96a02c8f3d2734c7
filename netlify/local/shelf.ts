import { createHash } from 'node:crypto';
import { catalogueSchema } from '#contract/catalogue.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { createGuides } from '../adapters/guides-blobs.ts';
import { deployContext } from '../env.ts';
import { makeSample } from './samples/sample.ts';

/** Puts a sample PDF into the store for each product that has no guide there yet. */
export const stockShelf = async (): Promise<void> => {
  const guides = createGuides(deployContext());
  for (const product of catalogueSchema.parse(catalogJson).products) {
    if (await guides.find(product.file_name)) continue;
    const bytes = await makeSample(product);
    const sha256 = createHash('sha256').update(Buffer.from(bytes)).digest('hex');
    await guides.put(product.file_name, bytes, { size: bytes.byteLength, sha256 });
  }
};
