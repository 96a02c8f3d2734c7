import { expect, test } from 'vitest';
import { add, content, expectSlip, problemsAfter, remove } from './edited-content.ts';

const HOME = 'content/home.md';
const GUIDE = 'content/guides/guide-2.md';
const CATALOG = 'content/catalog.json';

const NO_PRODUCT = 'A guide sells a product of its own, and content/catalog.json has no ';
const FIRST = 'content/guides/guide-1.md';

test.each([
  [GUIDE, 'product: guide-2', 'product: guide-22', `"product": ${NO_PRODUCT}"guide-22" for one.`],
  [GUIDE, 'product: guide-2', 'product: bundle', `"product": ${NO_PRODUCT}"bundle" for one.`],
  [GUIDE, 'product: guide-2', 'product: guide-1', `"product": ${FIRST} has guide-1 already.`],
  [GUIDE, 'number: 2', 'number: 1', `"number": ${FIRST} has 1 already. Each guide has its own.`],
  [HOME, 'guide: guide-1', 'guide: guide-7', 'There is no file content/guides/guide-7.md.'],
  [HOME, 'lesson: 5', 'lesson: 6', `${FIRST} does not list lesson 6 under "preview". It lists: 5,`],
  [CATALOG, '1500', '2999', 'The bundle costs $29.99, but its guides only $22.50 together.'],
  [
    CATALOG,
    '1500',
    '2250',
    'Give it a price under 2250, or take it off sale with "is_active": false.',
  ],
])('in %s, %s written as %s does not agree with the other files, and is told', (...slip) => {
  expectSlip(...slip);
});

test('a copied guide without a product of its own is told with the ids that there are', () => {
  expect(problemsAfter(add('content/guides/guide-4.md', content.get(GUIDE) ?? ''))).toEqual([
    `content/guides/guide-4.md, line 2: "product": ${GUIDE} has guide-2 already. Each guide has its own.`,
    `content/guides/guide-4.md, line 3: "number": ${GUIDE} has 2 already. Each guide has its own.`,
  ]);
});

test('the guide that other pages lead to may not go', () => {
  expect(problemsAfter(remove(FIRST))).toEqual([
    expect.stringMatching(`^${FIRST}: This file is missing: the home page and the About page lead`),
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
    expect.stringContaining('but its guides only $15.00 together'),
  ]);
  expect(problemsAfter((files) => offSale(files, ['guide-2', 'bundle']))).toEqual([]);
});
