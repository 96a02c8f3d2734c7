import { createHash } from 'node:crypto';
import { checkProject } from '../../src/content/check.ts';
import { fillAll } from '../../src/content/fill.ts';
import type { SampleContent } from '../../src/samples/inner-page.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { publishEdition } from '../guides/editions.ts';
import { catalog } from '../shop/catalog.ts';
import { ROOT } from './settings.ts';

export const readSampleContent = async (): Promise<SampleContent> => {
  const { shop, facts } = await checkProject(ROOT);
  if (!shop || !facts) throw new Error('content/ has an error. Run "npm run build" to see it.');
  const { products } = shop.catalog.fields;
  const guides: SampleContent['guides'][number][] = [];
  for (const { fields } of shop.guides) {
    const product = products.find(({ id }) => id === fields.product);
    if (product) guides.push({ ...fields, product });
  }
  const content: SampleContent = {
    brand: shop.site.fields.brand,
    guides: guides.toSorted((a, b) => a.number - b.number),
    products,
  };
  return fillAll(content, facts);
};

/** Publishes a sample PDF for each product without an uploaded guide, if its content is new. */
export const publishSampleGuides = async (): Promise<void> => {
  const { products, stamp } = catalog;
  const content = await readSampleContent();
  const contentHash = createHash('sha256')
    .update(JSON.stringify([content, stamp]))
    .digest('hex');
  for (const product of products) {
    const current = await findCurrentEdition(product.file_name);
    const isUploaded = current && current.sampleOf === undefined;
    if (isUploaded || current?.sampleOf === contentHash) continue;
    // These modules are large, and most starts do not need them.
    const { makeSample } = await import('../../src/samples/sample.ts');
    const { preparePdf } = await import('../guides/prepare-pdf.ts');
    const prepared = await preparePdf(await makeSample(product, content), stamp);
    if ('refusal' in prepared) throw new Error(prepared.refusal.reason);
    const { upload: _, ...edition } = prepared;
    await publishEdition(product.file_name, { ...edition, sampleOf: contentHash });
  }
};
