import type { Hue } from '../../samples/art/colors.ts';
import type { ProductType } from '../../contract/catalogue.ts';

/** Each product's short name and hue on the shop's pages. */
export type ProductLabels = Readonly<Record<ProductType, { label: string; hue: Hue }>>;
