import { createHash } from 'node:crypto';
import { catalogueSchema } from '#contract/catalogue.ts';
import type { Edition } from '../../../src/samples/edition.ts';
import catalogJson from '../../../content/catalog.json' with { type: 'json' };
import { MAX_CHECK_MS } from '#pdf/limits.ts';
import { findGuide, writeGuide } from '../../guides/blobs-guides.ts';
import { prepare } from '../../guides/stamp/prepare.ts';
import { readEdition } from './edition.ts';

type Product = Edition['products'][number];

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Loads the code only where a sample is drawn. It is large, and most starts do not need it. */
const drawSample = async (product: Product, edition: Edition): Promise<ArrayBuffer> => {
  const { makeSample } = await import('../../../src/samples/sample.ts');
  return makeSample(product, edition);
};

/** Prepares a sample as an upload is prepared before it is published. */
const prepareSample = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { checkPdf } = await import('../../guides/check-pdf.ts');
  const until = Date.now() + MAX_CHECK_MS;
  const inspection = await checkPdf(bytes);
  if ('refusal' in inspection) throw new Error(inspection.refusal.reason);
  const { findings } = inspection;
  return prepare({ bytes, findings }, until);
};

/**
 * Stores a sample PDF for each product without a guide, and replaces a sample whose content has changed. It leaves
 * uploaded guides alone.
 */
export const stockGuides = async (): Promise<void> => {
  const { products, stamp } = catalogueSchema.parse(catalogJson);
  const edition = await readEdition();
  const sampleOf = sha256Of(JSON.stringify([edition, stamp]));
  for (const product of products) {
    const found = await findGuide(product.file_name);
    const isUploaded = found && found.sampleOf === undefined;
    if (isUploaded || found?.sampleOf === sampleOf) continue;
    const drawn = await drawSample(product, edition);
    const kept = stamp ? await prepareSample(new Uint8Array(drawn)) : null;
    const line = kept && 'at' in kept.stamp ? kept.stamp : undefined;
    await writeGuide(product.file_name, kept?.bytes.buffer ?? drawn, { sampleOf, stamp: line });
  }
};
