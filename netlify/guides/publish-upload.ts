import type { PublishResponse } from '#contract/guide-files.ts';
import type { Refusal } from '#contract/guide-pdf.ts';
import { Problem } from '../http/problem.ts';
import { isoTime, now } from '../platform/clock.ts';
import { type CatalogFile, catalog, filesOf } from '../shop/catalog.ts';
import { publishEdition } from './editions.ts';
import { readGuideRecord } from './guide-store.ts';
import { prepareInProcess } from './prepare-in-process.ts';
import { SHOP_COPY, isCopyOf } from './shop-copy.ts';

const refuse = ({ code, reason }: Refusal): Problem => new Problem(code, reason);

const isCopyOfAnyGuide = async (bytes: Uint8Array): Promise<boolean> => {
  const files = catalog.products.flatMap(filesOf);
  const records = await Promise.all(files.map(({ file }) => readGuideRecord(file.name)));
  return records.some(({ editions }) => editions.some((edition) => isCopyOf(bytes, edition)));
};

export const publishUpload = async (
  { product, file }: CatalogFile,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  if (await isCopyOfAnyGuide(bytes)) throw refuse(SHOP_COPY);
  const prepared = await prepareInProcess(bytes, catalog.stamp);
  if ('refusal' in prepared) throw refuse(prepared.refusal);
  const { upload, ...edition } = prepared;
  const fileName = file.name;
  const changed = await publishEdition(fileName, {
    ...edition,
    upload: { ...upload, uploadedAs: name, uploadedAt: isoTime(now()) },
  });
  return { product: product.id, fileName, ...upload, changed };
};
