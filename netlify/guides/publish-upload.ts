import generated from '#generated';
import type { PublishResponse } from '#contract/guide-files.ts';
import type { Refusal } from '#contract/guide-pdf.ts';
import { Problem } from '../http/problem.ts';
import { isoTime, now } from '../platform/clock.ts';
import { type CatalogFile, catalog, filesOf, isGuide } from '../shop/catalog.ts';
import { type PdfFacts, describeDifferences } from './differences.ts';
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

/** Throws 409 if a guide differs a lot from the promises on the shop's pages. */
const refuseDifferences = ({ product, file }: CatalogFile, facts: PdfFacts): void => {
  const { [product.id]: promise, ...others } = generated.promises;
  // The pages say nothing about a product's other files.
  if (!promise || !isGuide({ product, file })) return;
  const otherTitles = Object.values(others).map(({ title }) => title);
  const differences = describeDifferences(facts, promise, otherTitles);
  if (differences !== null) throw new Problem('file_differs', differences);
};

type Upload = {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Whether the owner wants to publish the file even though it differs from the promises on the
   * shop's pages.
   */
  readonly isConfirmed: boolean;
};

export const publishUpload = async (
  sold: CatalogFile,
  { name, bytes, isConfirmed }: Upload,
): Promise<PublishResponse> => {
  if (await isCopyOfAnyGuide(bytes)) throw refuse(SHOP_COPY);
  const prepared = await prepareInProcess(bytes, catalog.stamp);
  if ('refusal' in prepared) throw refuse(prepared.refusal);
  const { upload, title, ...edition } = prepared;
  if (!isConfirmed) refuseDifferences(sold, { title, pages: upload.pages, size: upload.size });
  const fileName = sold.file.name;
  const changed = await publishEdition(fileName, {
    ...edition,
    upload: { ...upload, uploadedAs: name, uploadedAt: isoTime(now()) },
  });
  return { product: sold.product.id, fileName, ...upload, changed };
};
