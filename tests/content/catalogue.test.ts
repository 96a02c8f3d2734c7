import { describe, expect, test } from 'vitest';
import { catalogueSchema } from '../../src/contract/catalogue.ts';
import { productTypeSchema } from '../../src/contract/checkout.ts';

const product = (id: string, product_type: string) => ({
  id,
  product_type,
  name: `The ${id}`,
  price_in_cents: 750,
  file_name: `The-${id}.pdf`,
  is_active: true,
});
const bundle = product('bundle', 'bundle');
const products = [product('guide-1', 'individual_guide_6_10'), bundle];
const another = product('guide-2', 'individual_guide_19_25');

/** The issues of a catalogue with these products, each as "where: what". */
const issuesOf = (sold: readonly object[]): string[] =>
  (
    catalogueSchema.safeParse({ currency: 'usd', time_zone: 'UTC', stamp: true, products: sold })
      .error?.issues ?? []
  ).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the catalogue', () => {
  test('takes another guide without a change of code', () => {
    expect(issuesOf(products)).toEqual([]);
    expect(issuesOf([...products, another])).toEqual([]);
  });

  test.each([
    ['id', 'guide-1'],
    ['product_type', 'individual_guide_6_10'],
    ['file_name', 'The-guide-1.pdf'],
  ])('refuses a second product of the same %s, and names it', (field, value) => {
    expect(issuesOf([...products, { ...another, [field]: value }])).toEqual([
      `products.2.${field}: Another product has the ${field} "${value}" too; each needs its own.`,
    ]);
  });

  test('has one bundle, neither none nor two', () => {
    expect(issuesOf(products.filter((one) => one !== bundle))).toEqual([
      'products: One product must have the product_type "bundle"; there is none.',
    ]);
    const second = { ...bundle, id: 'bundle-2', file_name: 'Second.pdf' };
    expect(issuesOf([...products, second])).toHaveLength(1);
  });
});

describe('a product type', () => {
  test.each(['bundle', 'individual_guide_6_10', 'x'.repeat(64)])('may be %s', (type) => {
    expect(productTypeSchema.parse(type)).toBe(type);
  });

  test.each(['', 'Bundle', 'guide-1', 'guide 1', 'a\nb', 'é', 'x'.repeat(65)])(
    'may not be %j, and the words say what may',
    (type) => {
      expect(productTypeSchema.safeParse(type).error?.issues[0]?.message).toBe(
        'Use lower-case letters, digits and underscores, as in "bundle" or "individual_guide_6_10".',
      );
    },
  );
});
