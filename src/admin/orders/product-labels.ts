import type { Hue } from '../../samples/art/colors.ts';
import type { ProductType } from '../../contract/catalogue.ts';

/** Each product's short name and hue on the shop's pages. */
export type ProductLabels = Readonly<Record<ProductType, { label: string; hue: Hue }>>;

/** Drawn over the hue (src/styles/admin.css), so that products differ in more than color. */
const PATTERNS = ['plain', 'stripes', 'dots', 'lines'] as const;

/** A product with its look in the chart and its tables. */
export type LabeledProduct = {
  product: ProductType;
  label: string;
  hue: Hue;
  pattern: (typeof PATTERNS)[number];
};

/** Adds labels to products and keeps their order. A product that has left the shop keeps its own name. */
export function labelProducts(
  products: readonly { product_type: ProductType; name: string }[],
  labels: ProductLabels,
): LabeledProduct[] {
  return products.map(({ product_type: product, name }, index) => ({
    product,
    label: labels[product]?.label ?? name,
    hue: labels[product]?.hue ?? 'moss',
    pattern: PATTERNS[index % PATTERNS.length] ?? 'plain',
  }));
}
