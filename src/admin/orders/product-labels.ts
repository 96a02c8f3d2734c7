import type { Hue } from '../../samples/art/colors.ts';
import type { ProductType } from '../../contract/catalogue.ts';

/** How the pages of the shop show a product: its short name and its hue. */
export type ProductLabels = Readonly<Record<ProductType, { label: string; hue: Hue }>>;

/** Drawn over the hue, so that products are told apart without color too: src/styles/admin.css. */
const PATTERNS = ['plain', 'stripes', 'dots', 'lines'] as const;

/** How a product is told from the others in the chart and its tables. */
export type LabeledProduct = {
  product: ProductType;
  label: string;
  hue: Hue;
  pattern: (typeof PATTERNS)[number];
};

/** Products with their labels, in their order. One that has left the shop since goes by its name. */
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
