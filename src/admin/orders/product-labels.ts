import type { Hue } from '../../samples/art/colors.ts';
import type { ProductType } from '../../contract/catalogue.ts';

/** How the pages of the shop show a product: its short name and its hue. */
export type Marks = Readonly<Record<ProductType, { label: string; hue: Hue }>>;

/** Told apart without color too. */
const PATTERNS = ['plain', 'stripes', 'dots', 'lines'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** How a product is told from the others in the chart and its tables. */
export type Mark = { product: ProductType; label: string; hue: Hue; pattern: Pattern; id: string };

/** The marks of the products, in their order. One that has left the shop since goes by its name. */
export function marksOf(
  products: readonly { product_type: ProductType; name: string }[],
  marks: Marks,
): Mark[] {
  return products.map(({ product_type: product, name }, index) => ({
    product,
    label: marks[product]?.label ?? name,
    hue: marks[product]?.hue ?? 'moss',
    pattern: PATTERNS[index % PATTERNS.length] ?? 'plain',
    id: `mark-${product}`,
  }));
}
