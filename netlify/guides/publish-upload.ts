import type { PublishResponse } from '#contract/guide-files.ts';
import { Problem } from '../http/problem.ts';
import { isoTime, now } from '../platform/clock.ts';
import { type CatalogFile, catalog } from '../shop/catalog.ts';
import { publishEdition } from './editions.ts';

export const publishUpload = async (
  { product, file }: CatalogFile,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  // `import()` gives it a file of its own in a bundle, which another process can run.
  const { prepareInProcess } = await import('./prepare-in-process.ts');
  const prepared = await prepareInProcess(bytes, catalog.stamp);
  if ('refusal' in prepared) {
    const { code, reason } = prepared.refusal;
    throw new Problem(code, reason);
  }
  const { upload, ...edition } = prepared;
  const fileName = file.name;
  const changed = await publishEdition(fileName, {
    ...edition,
    upload: { ...upload, uploadedAs: name, uploadedAt: isoTime(now()) },
  });
  return { product: product.id, fileName, ...upload, changed };
};
