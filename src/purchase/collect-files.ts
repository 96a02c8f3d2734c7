import { toast } from 'sonner';
import { ApiError, get, post } from '../api/request.ts';
import type { ToastPosition } from '../toasts/position.ts';
import type {
  DownloadFile,
  OrderFiles,
  ProductsResponse,
  PublicOrder,
} from '../contract/orders.ts';

type ListedProduct = ProductsResponse['products'][number];
type PaidFor = Pick<PublicOrder, 'product_type' | 'guide_name'>;

/**
 * The products whose files the buyer of an order may download. For a bundle, they are all active
 * products, with the bundle first. For a guide, it is the product with the same type or, if there
 * is none, the product with the same name.
 */
export function matchProducts(order: PaidFor, products: readonly ListedProduct[]): ListedProduct[] {
  const active = products.filter((product) => product.is_active);
  if (order.product_type === 'bundle') {
    const isBundle = ({ product_type }: ListedProduct): boolean => product_type === 'bundle';
    const others = active.filter((product) => !isBundle(product));
    return [...active.filter(isBundle), ...others];
  }
  const match =
    active.find((product) => product.product_type === order.product_type) ??
    active.find((product) => product.name === order.guide_name);
  return match ? [match] : [];
}

/** Requests links to all of an order's files. Shows each error as a toast. */
export async function collectFiles(
  order: PaidFor,
  sessionId: string,
  position: ToastPosition,
): Promise<DownloadFile[]> {
  const fail = (description: string, title = 'Download failed'): [] => {
    toast.error(title, { description, position });
    return [];
  };
  const listed = await get<ProductsResponse>('/api/products').catch(() => null);
  if (listed === null) return fail('Failed to load product information');

  const products = matchProducts(order, listed.products);
  if (products.length === 0) return fail('No matching products found for your purchase');

  const results = await Promise.allSettled(
    products.map(({ id }) =>
      post<OrderFiles>('/api/secure-file-access', {
        product_id: id,
        session_id: sessionId,
      }),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    const detail = failed.reason instanceof ApiError ? failed.reason.detail : null;
    fail(detail ?? 'Failed to get download URLs', 'Download Error');
  }
  // If one file of a bundle is missing, the others can still be downloaded.
  const files = results.flatMap((result) =>
    result.status === 'fulfilled' ? result.value.files : [],
  );
  return files.length > 0 || failed ? files : fail('No files available for download');
}
