import type { ProductsResponse } from '../contract/downloads.ts';
import type { PublicOrder } from '../contract/orders.ts';

export type ListedProduct = ProductsResponse['products'][number];
export type PaidFor = Pick<PublicOrder, 'product_type' | 'guide_name'>;

/**
 * The products whose files an order may download: all active ones for the bundle, else the one
 * of the order's type, else the one of its name.
 */
export function matchProducts(order: PaidFor, products: readonly ListedProduct[]): ListedProduct[] {
  const active = products.filter((product) => product.is_active);
  if (order.product_type === 'bundle') return active;
  const match =
    active.find((product) => product.product_type === order.product_type) ??
    active.find((product) => product.name === order.guide_name);
  return match ? [match] : [];
}
