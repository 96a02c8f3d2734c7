import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { isoTime, now } from '../platform/clock.ts';
import { catalogue } from '../shop/catalogue.ts';
import { publishEdition } from './editions.ts';
import { refuse } from './refusals.ts';

/** Checks a file by its content and makes it the one that buyers get. Throws the refusal of a file that cannot be a guide. */
export const publish = async (
  product: Product,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  const { preparePdf } = await import('./prepare-pdf.ts');
  const prepared = await preparePdf(bytes, catalogue.stamp);
  if ('refusal' in prepared) throw refuse(prepared.refusal);
  const { upload, ...file } = prepared;
  const { file_name: fileName } = product;
  const named = { uploadedAs: name, uploadedAt: isoTime(now()) };
  const changed = await publishEdition(fileName, { ...file, upload: { ...upload, ...named } });
  return { product: product.id, fileName, ...upload, changed };
};
