import type { Catalog, Product, ProductType } from '#contract/catalog.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };

/**
 * The site's build has validated it. Validating it again at each start would delay the first
 * request.
 */
export const catalog = catalogJson as Catalog;

export const activeProducts = ({ products }: Catalog): Product[] =>
  products.filter((product) => product.is_active);

export const findByType = ({ products }: Catalog, type: ProductType): Product | undefined =>
  products.find((product) => product.product_type === type);

export const productName = (productType: ProductType): string =>
  findByType(catalog, productType)?.name ?? productType;

/** Also finds a product that is off sale. */
export const findById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.id === id);

export const findActiveById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.is_active && product.id === id);

/** A guide covers itself; the bundle covers every active product. */
export const covers = (bought: ProductType, product: Product): boolean =>
  product.is_active && (bought === 'bundle' || bought === product.product_type);
