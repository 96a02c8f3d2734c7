import type { Catalogue, Product, ProductType } from '#contract/catalogue.ts';
import catalogJson from '../content/catalog.json' with { type: 'json' };

/** As it is: the build of the site has checked it, and to do so at each start would cost its first caller. */
export const catalogue = catalogJson as Catalogue;

export const activeProducts = ({ products }: Catalogue): Product[] =>
  products.filter((product) => product.is_active);

export const findByType = ({ products }: Catalogue, type: ProductType): Product | undefined =>
  products.find((product) => product.product_type === type);

/** Sold or not. */
export const findById = ({ products }: Catalogue, id: string): Product | undefined =>
  products.find((product) => product.id === id);

export const findByFileName = ({ products }: Catalogue, name: string): Product | undefined =>
  products.find((product) => product.file_name === name);

export const findActiveById = ({ products }: Catalogue, id: string): Product | undefined =>
  products.find((product) => product.is_active && product.id === id);

/** A guide covers itself; the bundle covers every active product. */
export const covers = (bought: ProductType, product: Product): boolean =>
  product.is_active && (bought === 'bundle' || bought === product.product_type);
