import { describe, expect, test } from 'vitest';
import catalogue from '../../content/catalog.json' with { type: 'json' };
import { catalogueSchema, productTypeSchema } from '../../src/contract/catalogue.ts';

const [guide] = catalogue.products;
if (!guide) throw new Error('the catalogue is empty');

const fourth = {
  ...guide,
  id: 'guide-4',
  product_type: 'individual_guide_19_25',
  file_name: 'Money-Smart-Kids-Ages-19-25.pdf',
};

/** The issues of a catalogue with these products, each as "where: what". */
const issuesOf = (products: readonly object[]): string[] =>
  (catalogueSchema.safeParse({ ...catalogue, products }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the catalogue', () => {
  test('takes a fourth guide without a change of code', () => {
    expect(issuesOf([...catalogue.products, fourth])).toEqual([]);
  });

  test.each([
    ['id', 'guide-1'],
    ['product_type', 'individual_guide_6_10'],
    ['file_name', 'Money-Smart-Kids-Ages-6-10.pdf'],
  ])('refuses a second product of the same %s, and names it', (field, value) => {
    expect(issuesOf([...catalogue.products, { ...fourth, [field]: value }])).toEqual([
      `products.4.${field}: Another product has the ${field} "${value}" too; each needs its own.`,
    ]);
  });

  test('has one bundle, neither none nor two', () => {
    const bundle = catalogue.products.find(({ product_type }) => product_type === 'bundle');
    expect(issuesOf(catalogue.products.filter((product) => product !== bundle))).toEqual([
      'products: One product must have the product_type "bundle"; there is none.',
    ]);
    const second = { ...bundle, id: 'bundle-2', file_name: 'Second.pdf' };
    expect(issuesOf([...catalogue.products, second])).toHaveLength(1);
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
