import { createHash } from 'node:crypto';
import { checkContent, readContent } from '../../src/content/check.ts';
import { fillAll } from '../../src/content/fill.ts';
import type { SampleContent } from '../../src/samples/inner-page.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { publishEdition } from '../guides/editions.ts';
import { catalog } from '../shop/catalog.ts';
import { ROOT } from './settings.ts';

/** The content of the printed guides. Throws if content/ has an error, which the build explains. */
export const readSampleContent = async (): Promise<SampleContent> => {
  const { shop, facts } = checkContent(await readContent(ROOT));
  if (!shop || !facts) throw new Error('content/ has an error. Run "npm run build" to see it.');
  const { products } = shop.catalog.fields;
  const guides = shop.guides.flatMap(({ fields }) => {
    const product = products.find(({ id }) => id === fields.product);
    return product ? [{ ...fields, product }] : [];
  });
  const edition = {
    brand: shop.site.fields.brand,
    guides: guides.toSorted((a, b) => a.number - b.number),
    products,
  };
  return fillAll(edition, facts);
};

/**
 * Stores a sample PDF for each product without a guide, and replaces a sample whose content has changed. It leaves
 * uploaded guides alone.
 */
export const stockGuides = async (): Promise<void> => {
  const { products, stamp } = catalog;
  const edition = await readSampleContent();
  const content = JSON.stringify([edition, stamp]);
  const sampleOf = createHash('sha256').update(content).digest('hex');
  for (const product of products) {
    const found = await findCurrentEdition(product.file_name);
    const isUploaded = found && found.sampleOf === undefined;
    if (isUploaded || found?.sampleOf === sampleOf) continue;
    // Its code is large, and most starts do not need it.
    const { makeSample } = await import('../../src/samples/sample.ts');
    const { preparePdf } = await import('../guides/prepare-pdf.ts');
    const prepared = await preparePdf(await makeSample(product, edition), stamp);
    if ('refusal' in prepared) throw new Error(prepared.refusal.reason);
    const { upload: _, ...file } = prepared;
    await publishEdition(product.file_name, { ...file, sampleOf });
  }
};
