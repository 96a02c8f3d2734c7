import { hash } from 'node:crypto';
import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { MAX_CHECK_MS } from '#pdf/limits.ts';
import { catalogue } from '../shop/catalogue.ts';
import { publishEdition } from './editions.ts';
import { prepare } from './stamp/prepare.ts';
import { refuse } from './refusals.ts';

/** Checks a file by its content and makes it what buyers get. Throws the refusal of a file that cannot be a guide. */
export const publish = async (
  product: Product,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  // Loaded on demand: it takes longer than most functions take to answer.
  const { checkPdf } = await import('./check-pdf.ts');
  const until = Date.now() + MAX_CHECK_MS;
  const inspection = await checkPdf(bytes);
  if ('refusal' in inspection) throw refuse(inspection.refusal);
  const { findings } = inspection;
  const { pages, title } = findings;
  const kept = catalogue.stamp ? await prepare({ bytes, findings }, until) : { bytes };
  const changed = await publishEdition(product.file_name, {
    ...kept,
    bytes: kept.bytes.buffer,
    sha256: hash('sha256', kept.bytes),
    pages,
    title,
    uploadedAs: name,
  });
  return {
    product: product.id,
    fileName: product.file_name,
    size: bytes.byteLength,
    sha256: hash('sha256', bytes),
    pages,
    title,
    changed,
  };
};
