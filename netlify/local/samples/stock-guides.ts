import { createHash } from 'node:crypto';
import { catalogueSchema } from '#contract/catalogue.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import catalogJson from '../../../content/catalog.json' with { type: 'json' };
import { createBlobsClient } from '../../clients/blobs.ts';
import { createGuides } from '../../guides/blobs-guides.ts';
import { deployContext } from '../../env.ts';
import { readEdition } from './edition.ts';

type Product = Edition['products'][number];

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Loaded only where a sample is to be drawn: that code is heavy, and most starts have no need of it. */
const drawSample = async (product: Product, edition: Edition): Promise<ArrayBuffer> => {
  const { makeSample } = await import('../../../src/samples/sample.ts');
  return makeSample(product, edition);
};

/**
 * Puts a sample PDF into the store for each product that has no guide there, and draws those anew
 * whose content has changed since. A guide that was uploaded is left alone.
 */
export const stockGuides = async (): Promise<void> => {
  const guides = createGuides(createBlobsClient(), deployContext());
  const { products } = catalogueSchema.parse(catalogJson);
  const edition = await readEdition(products);
  const sampleOf = sha256Of(JSON.stringify(edition));
  for (const product of products) {
    const found = await guides.find(product.file_name);
    const isUploaded = found && found.sampleOf === undefined;
    const isFresh = found?.sampleOf === sampleOf && found.crc32 !== undefined;
    if (isUploaded || isFresh) continue;
    await guides.put(product.file_name, await drawSample(product, edition), sampleOf);
  }
};
