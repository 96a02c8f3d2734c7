import { createHash } from 'node:crypto';
import { catalogueSchema, type Product } from '#contract/catalogue.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { createGuides } from '../adapters/guides-blobs.ts';
import { deployContext } from '../env.ts';
import { readEdition } from './samples/edition.ts';

/** Loaded only where a sample is missing: the press is heavy, and a second start has no need of it. */
const printSample = async (product: Product, products: readonly Product[]) => {
  const { makeSample } = await import('../../src/press/sample.ts');
  return makeSample(product, await readEdition(products));
};

/** Puts a sample PDF into the store for each product that has no guide there yet. */
export const stockShelf = async (): Promise<void> => {
  const guides = createGuides(deployContext());
  const { products } = catalogueSchema.parse(catalogJson);
  for (const product of products) {
    if (await guides.find(product.file_name)) continue;
    const bytes = await printSample(product, products);
    const sha256 = createHash('sha256').update(Buffer.from(bytes)).digest('hex');
    await guides.put(product.file_name, bytes, { size: bytes.byteLength, sha256 });
  }
};
