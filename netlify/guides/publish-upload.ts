import type { Product } from '#contract/catalog.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { Problem } from '../http/problem.ts';
import { isoTime, now } from '../platform/clock.ts';
import { catalog } from '../shop/catalog.ts';
import { publishEdition } from './editions.ts';

export const publishUpload = async (
  product: Product,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  // Loads the large PDF library.
  const { preparePdf } = await import('./prepare-pdf.ts');
  const prepared = await preparePdf(bytes, catalog.stamp);
  if ('refusal' in prepared) {
    const { code, reason } = prepared.refusal;
    throw new Problem(code, reason);
  }
  const { upload, ...file } = prepared;
  const fileName = product.file_name;
  const changed = await publishEdition(fileName, {
    ...file,
    upload: { ...upload, uploadedAs: name, uploadedAt: isoTime(now()) },
  });
  return { product: product.id, fileName, ...upload, changed };
};
