import type { DownloadFile, FileAccessResponse, ProductsResponse } from '../contract/downloads.ts';
import { matchProducts, type PaidFor } from './match-products.ts';

type Problem = { title: string; message: string };

export type FileCalls = {
  listProducts: () => Promise<ProductsResponse>;
  requestFiles: (productId: string, sessionId: string) => Promise<FileAccessResponse>;
  /** The sentence of the shop's error answer, if the error carries one. */
  detailOf: (error: unknown) => string | null;
};

export type Collected = {
  files: DownloadFile[];
  /** All files in one, where the order has that. */
  archive: DownloadFile | null;
  problem: Problem | null;
};

const nothing = (title: string, message: string): Collected => ({
  files: [],
  archive: null,
  problem: { title, message },
});

/** Every file of an order with a fresh address, and what went wrong on the way, if anything did. */
export async function collectFiles(
  order: PaidFor,
  sessionId: string,
  calls: FileCalls,
): Promise<Collected> {
  const listed = await calls.listProducts().catch(() => null);
  if (listed === null) return nothing('Download failed', 'Failed to load product information');

  const products = matchProducts(order, listed.products);
  if (products.length === 0) {
    return nothing('Download failed', 'No matching products found for your purchase');
  }

  const answers = await Promise.allSettled(
    products.map((product) => calls.requestFiles(product.id, sessionId)),
  );
  const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const files = given.flatMap((access) => access.files);
  const archive = given.find((access) => access.archive)?.archive ?? null;
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused) {
    // A bundle with one file amiss still hands over the others.
    const message = calls.detailOf(refused.reason) ?? 'Failed to get download URLs';
    return { files, archive, problem: { title: 'Download Error', message } };
  }
  if (files.length === 0) return nothing('Download failed', 'No files available for download');
  return { files, archive, problem: null };
}
