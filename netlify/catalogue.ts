import type { Catalogue, Product, ProductType } from '#contract/catalogue.ts';
import catalogJson from '../content/catalog.json' with { type: 'json' };

/** Not validated again: the site's build has done so, and a check at each start would delay the first request. */
export const catalogue = catalogJson as Catalogue;

export const activeProducts = ({ products }: Catalogue): Product[] =>
  products.filter((product) => product.is_active);

export const findByType = ({ products }: Catalogue, type: ProductType): Product | undefined =>
  products.find((product) => product.product_type === type);

/** A product's name as buyers and the owner read it. */
export const productName = (productType: ProductType): string =>
  findByType(catalogue, productType)?.name ?? productType;

/** On sale or not. */
export const findById = ({ products }: Catalogue, id: string): Product | undefined =>
  products.find((product) => product.id === id);

export const findActiveById = ({ products }: Catalogue, id: string): Product | undefined =>
  products.find((product) => product.is_active && product.id === id);

/** A guide covers itself; the bundle covers every active product. */
export const covers = (bought: ProductType, product: Product): boolean =>
  product.is_active && (bought === 'bundle' || bought === product.product_type);
