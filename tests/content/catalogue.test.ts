import { expect, test } from 'vitest';
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
const BUNDLE = product('bundle', 'bundle');
const FIRST = product('guide-1', 'individual_guide_6_10');
const ANOTHER = product('guide-2', 'individual_guide_19_25');

test.each([
  ['another guide, without a change of code', [FIRST, BUNDLE, ANOTHER], null],
  [
    'two products of a type',
    [FIRST, BUNDLE, { ...ANOTHER, product_type: FIRST.product_type }],
    'Another product has the product_type "individual_guide_6_10" too; each needs its own.',
  ],
  [
    'two products with a file',
    [FIRST, BUNDLE, { ...ANOTHER, file_name: FIRST.file_name }],
    'Another product has the file_name "The-guide-1.pdf" too; each needs its own.',
  ],
  ['no bundle', [FIRST], 'One product must have the product_type "bundle"; there is none.'],
  [
    'two bundles',
    [BUNDLE, { ...BUNDLE, id: 'bundle-2', file_name: 'Second.pdf' }],
    'Another product has the product_type "bundle" too; each needs its own.',
  ],
])('a catalogue with %s is taken or told', (_what, products, says) => {
  const catalogue = { currency: 'usd', time_zone: 'UTC', stamp: true, products };
  const { error } = catalogueSchema.safeParse(catalogue);
  expect(error?.issues.map(({ message }) => message) ?? [null]).toEqual([says]);
});

test.each([
  ['bundle', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['guide-1', false],
  ['a\nb', false],
  ['é', false],
])('whether a product type may be %j', (type, isRight) => {
  expect(productTypeSchema.safeParse(type).success).toBe(isRight);
});
