import type { Catalog, Product, ProductFile, ProductType } from '#contract/catalog.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };

/**
 * Already validated by the site's build. Validating it again at each start would delay the first
 * request.
 */
export const catalog = catalogJson as Catalog;

export const activeProducts = ({ products }: Catalog): Product[] =>
  products.filter((product) => product.is_active);

export const findByType = ({ products }: Catalog, type: ProductType): Product | undefined =>
  products.find((product) => product.product_type === type);

export const productName = (productType: ProductType): string =>
  findByType(catalog, productType)?.name ?? productType;

/** Also finds an inactive product. */
export const findById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.id === id);

export const findActiveById = ({ products }: Catalog, id: string): Product | undefined =>
  products.find((product) => product.is_active && product.id === id);

/** A file from the catalog, and the product that it belongs to. */
export type CatalogFile = { readonly product: Product; readonly file: ProductFile };

export const filesOf = (product: Product): CatalogFile[] =>
  product.files.map((file) => ({ product, file }));

/** Also finds a file of an inactive product. */
export const findFile = ({ products }: Catalog, name: string): CatalogFile | undefined =>
  products.flatMap(filesOf).find(({ file }) => file.name === name);

/** Whether this is the guide itself, which the button on the download page downloads. */
export const isGuide = ({ product, file }: CatalogFile): boolean => product.files[0] === file;

/**
 * A file's name for the owner and buyers.
 *
 *     titleOf({ product, file })  // "Coins (Large print)", or "Coins" if it is the only file
 */
export const titleOf = ({ product, file }: CatalogFile): string =>
  product.files.length === 1 ? product.name : `${product.name} (${file.label})`;

/** A guide covers itself; the bundle covers every active product. */
export const covers = (bought: ProductType, product: Product): boolean =>
  product.is_active && (bought === 'bundle' || bought === product.product_type);
