import { expect, test } from 'vitest';
import { bundleSums, factsOf } from '../../src/content/facts.ts';
import { fillAll } from '../../src/content/fill.ts';
import { formatMoney, plainAmount } from '../../src/content/money.ts';

const products = [
  { id: 'guide-1', product_type: 'individual_guide_6_10', price_in_cents: 949, is_active: true },
  { id: 'guide-2', product_type: 'individual_guide_11_14', price_in_cents: 899, is_active: true },
  { id: 'all', product_type: 'bundle', price_in_cents: 1499, is_active: true },
];
const guides = [
  { product: 'guide-1', lessonsOnHome: 10 },
  { product: 'guide-2', lessonsOnHome: 11 },
];
const site = { brand: 'Shop', supportEmail: 'help@shop.example', refundWindowDays: 14 };

test('a guide that is off sale is not counted, since the bundle does not bring it', () => {
  const [first, second, bundle] = products;
  if (!first || !second || !bundle) throw new Error('three products');
  const offSale = [first, { ...second, is_active: false }, { ...bundle, price_in_cents: 900 }];
  expect(bundleSums(offSale, guides)).toEqual({
    separatelyInCents: 949,
    savingInCents: 49,
    guides: 1,
    lessons: 10,
  });
});

test('the copy can name every number that stands elsewhere', () => {
  expect(factsOf(site, products, guides)).toEqual({
    'price:guide-1': '$9.49',
    'price:guide-2': '$8.99',
    'price:all': '$14.99',
    separately: '$18.48',
    saving: '$3.49',
    lessons: '21',
    refundDays: '14',
    brand: 'Shop',
    supportEmail: 'help@shop.example',
  });
});

test('placeholders are filled in, in lists and in what is nested too; dates stay dates', () => {
  const facts = { 'price:guide-1': '$9.49' };
  const same = { count: 4, updated: new Date('2026-11-01') };
  const copy = { heading: 'For {price:guide-1}', list: [{ text: '{price:guide-1}' }], ...same };
  const filled = { heading: 'For $9.49', list: [{ text: '$9.49' }], ...same };
  expect(fillAll(copy, facts)).toEqual(filled);
});

test('cents read as a price in dollars, and for machines without a sign', () => {
  expect([899, 120_000].map((cents) => formatMoney(cents))).toEqual(['$8.99', '$1,200.00']);
  expect([899, 2000].map(plainAmount)).toEqual(['8.99', '20.00']);
});
