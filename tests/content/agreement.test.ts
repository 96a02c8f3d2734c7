import { expect, test } from 'vitest';
import { readContent } from '../../src/editor/content.ts';
import {
  add,
  change,
  content,
  lineOf,
  problemsAfter,
  problemsOf,
  remove,
} from './edited-content.ts';

const HOME = 'content/home.md';
const GUIDE = 'content/guides/guide-2.md';
const CATALOG = 'content/catalog.json';

test('nothing is wrong with the content as it stands, nor with the shop that the tests edit', async () => {
  expect(problemsOf(await readContent('.'))).toEqual([]);
  expect(problemsAfter()).toEqual([]);
});

test.each([
  [
    'guide-22',
    'content/catalog.json has no product "guide-22". It has: guide-1, guide-2, guide-3.',
  ],
  ['bundle', '"bundle" is the bundle. A guide sells a product of its own.'],
  [
    'guide-1',
    'content/guides/guide-1.md sells "guide-1" already. Each guide sells its own product.',
  ],
])('a guide that names the product %s is told, with the product it should sell', (id, says) => {
  expect(problemsAfter(change(GUIDE, 'product: guide-2', `product: ${id}`))).toEqual([
    `${GUIDE}, line 2: "product": ${says}\nWrite it like this:\n  product: guide-2`,
  ]);
});

test('a copied guide without a product of its own is sent to the catalogue', () => {
  const [problem] = problemsAfter(add('content/guides/guide-4.md', content.get(GUIDE) ?? ''));
  expect(problem).toContain('content/guides/guide-4.md, line 2: "product": ');
  expect(problem).toContain('Add one to content/catalog.json first, as content/README.md tells.');
});

test('two guides of one number are told, with a number that is free', () => {
  expect(problemsAfter(change(GUIDE, 'number: 2', 'number: 1'))).toEqual([
    `${GUIDE}, line 3: "number": content/guides/guide-1.md is number 1 already. Each guide has its own.\n` +
      'Write it like this:\n  number: 2',
  ]);
});

test('the guide that other pages lead to may not go', () => {
  expect(problemsAfter(remove('content/guides/guide-1.md'))).toEqual([
    'content/guides/guide-1.md: This file is missing: the home page and the About page lead to /guide-1, and the free labels are on it.',
  ]);
});

test('a conversation of a guide that is not there is told', () => {
  expect(problemsAfter(change(HOME, 'guide: guide-1', 'guide: guide-7'))).toEqual([
    `${HOME}, line ${lineOf(HOME, '  guide: guide-1')}: "guide" in "conversation": There is no guide "guide-7". There are: guide-1, guide-2, guide-3.\n` +
      'Write it like this:\n    guide: guide-1',
  ]);
});

test('a conversation of a lesson that the guide does not list is told', () => {
  expect(problemsAfter(change(HOME, 'lesson: 5', 'lesson: 6'))).toEqual([
    `${HOME}, line ${lineOf(HOME, '  lesson: 5')}: "lesson" in "conversation": content/guides/guide-1.md does not list lesson 6 under "preview". It lists: 5, 2, 10.\n` +
      'Write it like this:\n    lesson: 5',
  ]);
});

test.each([
  ['2999', '$29.99'],
  ['2250', '$22.50'],
])('a bundle for %s cents saves nothing, and is told', (cents, price) => {
  expect(problemsAfter(change(CATALOG, '1500', cents))).toEqual([
    `${CATALOG}, line ${lineOf(CATALOG, '"price_in_cents": 1500')}: "price_in_cents" in entry 4 of "products": The bundle costs ${price}, but its guides only $22.50 together. Give it a price under 2250, or take it off sale with "is_active": false.\n` +
      'Write it like this:\n  "price_in_cents": 1599,',
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

test('a lesson in full that is there twice is told', () => {
  expect(problemsAfter(change('content/guides/guide-1.md', '- lesson: 2', '- lesson: 5'))).toEqual([
    expect.stringContaining('"lesson" in entry 2 of "preview": Lesson 5 is in "preview" twice.'),
  ]);
});

test('what is wrong in several files is told at once', () => {
  const problems = problemsAfter(
    change(GUIDE, 'hue: teal', 'hue: tael'),
    change(HOME, '{lessons}', '{lesson'),
    change(CATALOG, '"is_active": true\n', '"is_active": true,\n'),
    add('content/faqs/13-new.txt', ''),
  );
  expect(problems.map((problem) => problem.split(/[:,]/)[0])).toEqual([
    'content/faqs/13-new.txt',
    CATALOG,
    GUIDE,
  ]);
});
