import { createHash } from 'node:crypto';
import { catalogueSchema } from '#contract/catalogue.ts';
import { check, readContent } from '../../../src/content/check.ts';
import { fillAll } from '../../../src/content/fill.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import catalogJson from '../../../content/catalog.json' with { type: 'json' };
import { MAX_CHECK_MS } from '#pdf/limits.ts';
import { findGuide, writeGuide } from '../../guides/blobs-guides.ts';
import { prepare } from '../../guides/stamp/prepare.ts';
import { ROOT } from '../settings.ts';

/** The content of the printed guides. Throws where content/ has an error, which the build explains. */
export const readEdition = async (): Promise<Edition> => {
  const { shop, facts } = check(await readContent(ROOT));
  if (!shop || !facts) throw new Error('content/ has an error. Run "npm run build" to see it.');
  const { products } = shop.catalogue.fields;
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

/** Prepares a sample as an upload is prepared before it is published. */
const prepareSample = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { checkPdf } = await import('../../guides/check-pdf.ts');
  const until = Date.now() + MAX_CHECK_MS;
  const inspection = await checkPdf(bytes);
  if ('refusal' in inspection) throw new Error(inspection.refusal.reason);
  return prepare({ bytes, findings: inspection.findings }, until);
};

/**
 * Stores a sample PDF for each product without a guide, and replaces a sample whose content has changed. It leaves
 * uploaded guides alone.
 */
export const stockGuides = async (): Promise<void> => {
  const { products, stamp } = catalogueSchema.parse(catalogJson);
  const edition = await readEdition();
  const content = JSON.stringify([edition, stamp]);
  const sampleOf = createHash('sha256').update(content).digest('hex');
  for (const product of products) {
    const found = await findGuide(product.file_name);
    const isUploaded = found && found.sampleOf === undefined;
    if (isUploaded || found?.sampleOf === sampleOf) continue;
    // Its code is large, and most starts do not need it.
    const { makeSample } = await import('../../../src/samples/sample.ts');
    const drawn = await makeSample(product, edition);
    const kept = stamp ? await prepareSample(new Uint8Array(drawn)) : null;
    const line = kept && 'at' in kept.stamp ? kept.stamp : undefined;
    await writeGuide(product.file_name, kept?.bytes.buffer ?? drawn, { sampleOf, stamp: line });
  }
};
