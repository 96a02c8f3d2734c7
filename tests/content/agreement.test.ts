import { expect, test } from 'vitest';
import { expectSlip, problemsAfter, remove } from './edited-content.ts';

const HOME = 'content/home.md';
const GUIDE = 'content/guides/guide-2.md';
const CATALOG = 'content/catalog.json';

const NO_PRODUCT = 'Each guide sells its own product, and content/catalog.json has no product ';
const FIRST = 'content/guides/guide-1.md';

test.each([
  [GUIDE, 'product: guide-2', 'product: guide-22', `"product": ${NO_PRODUCT}"guide-22". It has: `],
  [GUIDE, 'product: guide-2', 'product: bundle', `"product": ${NO_PRODUCT}"bundle". It has: `],
  [GUIDE, 'product: guide-2', 'product: guide-1', `"product": ${FIRST} already uses guide-1.`],
  [GUIDE, 'number: 2', 'number: 1', `"number": ${FIRST} already uses 1. Each guide needs its own.`],
  [HOME, 'guide: guide-1', 'guide: guide-7', 'There is no file content/guides/guide-7.md.'],
  [HOME, 'lesson: 5', 'lesson: 6', `${FIRST} does not list lesson 6 under "preview". It lists: 5,`],
  [CATALOG, '1500', '2999', 'The bundle costs $29.99, but its guides cost only $22.50 together.'],
  [
    CATALOG,
    '1500',
    '2250',
    'Set a price below 2250, or take the bundle off sale with "is_active": false.',
  ],
])('in %s, %s written as %s does not agree with the other files, and is told', (...slip) => {
  expectSlip(...slip);
});

test('the guide that other pages lead to may not go', () => {
  expect(problemsAfter(remove(FIRST))).toEqual([
    expect.stringMatching(`^${FIRST}: This file is missing. The home page and the About page link`),
  ]);
});

/** Takes products off sale. */
const offSale = (files: Map<string, string>, ids: readonly string[]) => {
  const catalogue = JSON.parse(files.get(CATALOG) ?? '');
  for (const product of catalogue.products) product.is_active = !ids.includes(product.id);
  files.set(CATALOG, JSON.stringify(catalogue, null, 2));
};

test('guides that are off sale do not count for the bundle, and a bundle off sale may cost anything', () => {
  expect(problemsAfter((files) => offSale(files, ['guide-2']))).toEqual([
    expect.stringContaining('but its guides cost only $15.00 together'),
  ]);
  expect(problemsAfter((files) => offSale(files, ['guide-2', 'bundle']))).toEqual([]);
});
