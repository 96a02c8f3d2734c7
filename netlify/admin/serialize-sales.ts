import type { Catalogue, ProductType } from '#contract/catalogue.ts';
import type { SalesRange, SalesResponse, SalesSum } from '#contract/admin-orders.ts';
import { productName } from '../catalogue.ts';
import { NO_SALES, type Sales, addSums } from '../orders/sales.ts';

const sumOf = (sums: Sales['total'], type: ProductType): SalesSum => sums.get(type) ?? NO_SALES;

/** The catalogue's products, then those that it no longer has. */
const productsOf = (catalogue: Catalogue, { total, bars }: Sales): ProductType[] => {
  const sold = [total, ...bars.map(({ sums }) => sums)].flatMap((sums) => Array.from(sums.keys()));
  return [...new Set([...catalogue.products.map(({ product_type: type }) => type), ...sold])];
};

export const serializeSales = (
  range: SalesRange,
  sales: Sales,
  catalogue: Catalogue,
): SalesResponse => {
  const types = productsOf(catalogue, sales);
  return {
    range,
    time_zone: catalogue.time_zone,
    currency: catalogue.currency.toUpperCase(),
    total: addSums([...sales.total.values()]),
    products: types.map((type) => ({
      product_type: type,
      name: productName(type),
      sum: sumOf(sales.total, type),
    })),
    bars: sales.bars.map(({ from, sums }) => ({
      from,
      sums: Object.fromEntries(types.map((type) => [type, sumOf(sums, type)])),
    })),
  };
};
