import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Product } from '#contract/catalog.ts';
import { checkProject } from '../../src/content/check/check.ts';
import { publishEdition } from '../guides/editions.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { catalog } from '../shop/catalog.ts';
import { ROOT } from './settings.ts';

/** Maps each product id to the path of its sample, relative to the project's folder. */
const findSamplePaths = async (
  products: readonly Product[],
): Promise<ReadonlyMap<string, string>> => {
  const { shop } = await checkProject(ROOT);
  if (!shop) throw new Error('content/ has an error. Run "npm run build" to see it.');
  const paths = new Map<string, string>();
  for (const { file, fields } of shop.guides) {
    paths.set(fields.product, file.replace(/\.md$/, '/sample.pdf'));
  }
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  if (bundle) paths.set(bundle.id, 'content/guides/bundle/sample.pdf');
  return paths;
};

/** Returns the reason why the file cannot be published, or undefined. */
const publishSample = async (product: Product, file: string): Promise<string | undefined> => {
  const { stamp } = catalog;
  const sample = new Uint8Array(await readFile(file));
  const hash = createHash('sha256').update(sample).update(String(stamp)).digest('hex');
  const current = await findCurrentEdition(product.files[0].name);
  const isUploaded = current && current.sampleOf === undefined;
  if (isUploaded || current?.sampleOf === hash) return undefined;
  // This module is large, and most starts do not need it.
  const { preparePdf } = await import('../guides/prepare-pdf.ts');
  const prepared = await preparePdf(sample, stamp);
  if ('refusal' in prepared) return prepared.refusal.reason;
  const { upload: _, title: _title, ...edition } = prepared;
  await publishEdition(product.files[0].name, { ...edition, sampleOf: hash });
  return undefined;
};

/**
 * Publishes the sample PDF of each product without an uploaded guide, if the sample has changed.
 * Returns a sentence for each product whose file is missing or cannot be sold.
 */
export const publishSampleGuides = async (): Promise<string[]> => {
  const { products } = catalog;
  const paths = await findSamplePaths(products);
  const notes: string[] = [];
  for (const product of products) {
    const sample = paths.get(product.id) ?? '';
    const file = path.join(ROOT, sample);
    if (sample !== '' && existsSync(file)) {
      const reason = await publishSample(product, file);
      if (reason !== undefined) {
        notes.push(`${sample} isn’t sold: ${reason} Replace the file, or delete it.`);
      }
    } else if (!(await findCurrentEdition(product.files[0].name))) {
      notes.push(`${product.name} has no PDF yet. Upload it at /admin-upload.`);
    }
  }
  return notes;
};
