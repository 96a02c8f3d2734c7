import { listProducts, requestFiles } from '../api/purchase.ts';
import { ApiError } from '../api/request.ts';
import type { ProductsResponse } from '../contract/downloads.ts';
import type { OrderFiles, PublicOrder } from '../contract/orders.ts';

export type ListedProduct = ProductsResponse['products'][number];
export type PaidFor = Pick<PublicOrder, 'product_type' | 'guide_name'>;

/**
 * The products whose files an order may download: all active ones for the bundle, and first its own, which holds
 * them all; else the one of the order's type, else the one of its name.
 */
export function matchProducts(order: PaidFor, products: readonly ListedProduct[]): ListedProduct[] {
  const active = products.filter((product) => product.is_active);
  const isBundle = (product: ListedProduct): boolean => product.product_type === 'bundle';
  if (order.product_type === 'bundle') {
    return active.toSorted((a, b) => Number(isBundle(b)) - Number(isBundle(a)));
  }
  const match =
    active.find((product) => product.product_type === order.product_type) ??
    active.find((product) => product.name === order.guide_name);
  return match ? [match] : [];
}

export type Collected = OrderFiles & { problem: { title: string; message: string } | null };

const nothing = (message: string): Collected => ({
  files: [],
  problem: { title: 'Download failed', message },
});

/** Every file of an order with a fresh address, and what went wrong on the way, if anything did. */
export async function collectFiles(order: PaidFor, sessionId: string): Promise<Collected> {
  const listed = await listProducts().catch(() => null);
  if (listed === null) return nothing('Failed to load product information');

  const products = matchProducts(order, listed.products);
  if (products.length === 0) return nothing('No matching products found for your purchase');

  const answers = await Promise.allSettled(products.map(({ id }) => requestFiles(id, sessionId)));
  const files = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.files : [],
  );
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused) {
    // A bundle with one file amiss still hands over the others.
    const detail = refused.reason instanceof ApiError ? refused.reason.detail : null;
    const message = detail ?? 'Failed to get download URLs';
    return { files, problem: { title: 'Download Error', message } };
  }
  if (files.length === 0) return nothing('No files available for download');
  return { files, problem: null };
}
