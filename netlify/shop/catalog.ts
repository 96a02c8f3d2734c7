import type { Catalog, Product, ProductType } from '#contract/catalog.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };

/**
 * Not validated again: the site's build has done so, and a check at each start would delay the
 * first request.
 */
export const catalog = catalogJson as Catalog;

export const activeProducts = ({ products }: Catalog): Product[] =>
  products.filter((product) => product.is_active);

export const findByType = ({ products }: Catalog, type: ProductType): Product | undefined =>
  products.find((product) => product.product_type === type);

/** A product's name as buyers and the owner read it. */
export const productName = (productType: ProductType): string =>
  findByType(catalog, productType)?.name ?? productType;

/** On sale or not. */
export const findById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.id === id);

export const findActiveById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.is_active && product.id === id);

/** A guide covers itself; the bundle covers every active product. */
export const covers = (bought: ProductType, product: Product): boolean =>
  product.is_active && (bought === 'bundle' || bought === product.product_type);
