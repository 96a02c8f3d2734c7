import { expect, test } from 'vitest';
import { type ListedProduct, matchProducts } from '../../src/purchase/match-products.ts';

const guide1: ListedProduct = {
  id: 'guide-1',
  name: 'Ages 6-10',
  product_type: 'individual_guide_6_10',
  is_active: true,
};
const guide2: ListedProduct = {
  id: 'guide-2',
  name: 'Ages 11-14',
  product_type: 'individual_guide_11_14',
  is_active: true,
};
const retired: ListedProduct = { ...guide2, id: 'guide-2-old', is_active: false };
const products = [guide1, retired, guide2];

test('the bundle gets every active product', () => {
  const order = { product_type: 'bundle', guide_name: 'Complete Bundle' } as const;
  expect(matchProducts(order, products)).toEqual([guide1, guide2]);
});

test('a single guide gets the active product of its type', () => {
  const order = { product_type: 'individual_guide_11_14', guide_name: 'Another name' } as const;
  expect(matchProducts(order, products)).toEqual([guide2]);
});

test('a single guide whose type is gone gets the active product of its name', () => {
  const order = { product_type: 'individual_guide_15_18', guide_name: 'Ages 6-10' } as const;
  expect(matchProducts(order, products)).toEqual([guide1]);
});

test('the type goes before the name', () => {
  const order = { product_type: 'individual_guide_11_14', guide_name: 'Ages 6-10' } as const;
  expect(matchProducts(order, products)).toEqual([guide2]);
});

test('an order that fits nothing on sale gets nothing', () => {
  const order = { product_type: 'individual_guide_15_18', guide_name: 'Ages 15-18' } as const;
  expect(matchProducts(order, products)).toEqual([]);
  expect(matchProducts({ ...order, product_type: 'bundle' }, [retired])).toEqual([]);
});
