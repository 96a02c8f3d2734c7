import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED } from '../../src/content/names.ts';
import { type Edit, add, content, expectSlip, problemsAfter, remove } from './edited-content.ts';

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = content.get('content/legal/terms.md') ?? '';
const GUIDE = content.get('content/guides/guide-3.md') ?? '';
const NAME = 'The shop can’t use a file with this name. In content/';
const PLACE = 'The shop does not use this file. It uses: content/catalog.json, content/site.md, ';

test.each([
  ['content/faqs/13-new.MD', `${NAME}faqs/, use lowercase letters, digits and hyphens`],
  ['content/faqs/13-new', `${NAME}faqs/`],
  ['content/testimonials/04 Lee.md.txt', `${NAME}testimonials/`],
  ['content/faqs/old/13-new.md', `${NAME}faqs/`],
  ['content/faq/13-new.md', PLACE],
  ['content/Site.md', PLACE],
])('%s would be silently nothing, and is named', (file, says) => {
  expect(problemsAfter(add(file, QUESTION))).toEqual([expect.stringContaining(`${file}: ${says}`)]);
});

test.each(['.DS_Store', 'Thumbs.db', '13-new.md~', '.13-new.md.swp'])(
  '%s, which a computer leaves there, is nobody’s slip',
  (name) => {
    expect(problemsAfter(add(`content/faqs/${name}`, ''))).toEqual([]);
  },
);

test('every page and every file of the shop itself is reserved', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public'), 'og'];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  expect(names.filter((name) => !name.startsWith('[') && !RESERVED.test(name))).toEqual([]);
});

test.each<[string, Edit[], string]>([
  [
    'a legal page at an address of the shop',
    [add('content/legal/admin-upload.md', TERMS)],
    'content/legal/admin-upload.md: The file name becomes the page’s address, but the shop itself uses /admin-upload. Rename the file.',
  ],
  [
    'a legal page at the address of a guide',
    [add('content/legal/guide-1.md', TERMS)],
    'content/legal/guide-1.md: The file name becomes the page’s address, and content/guides/guide-1.md has the same one. Rename one of them.',
  ],
  [
    'a guide under another name',
    [remove('content/guides/guide-3.md'), add('content/guides/first.md', GUIDE)],
    'content/guides/first.md: A guide’s file name starts with "guide-", as in guide-4.md.',
  ],
  [
    'two questions with one address',
    [add('content/faqs/13-which-guide.md', QUESTION)],
    'content/faqs/13-which-guide.md: Apart from the number, content/faqs/01-which-guide.md has the same name, so both would have the same address on the page. Rename one of them.',
  ],
  [
    'a missing file',
    [remove('content/site.md')],
    'content/site.md: This file is missing, and the shop can’t be built without it.',
  ],
  [
    'an empty folder',
    [remove('content/faqs/')],
    'content/faqs/: The shop needs at least one file here.',
  ],
])('%s is told', (_what, edits, says) => {
  expect(problemsAfter(...edits)).toEqual([says]);
});

test('testimonials, logos and legal pages may be none', () => {
  const folders = ['testimonials', 'logos', 'legal'].map((name) => remove(`content/${name}/`));
  expect(problemsAfter(...folders)).toEqual([]);
});

test('a logo that names a drawing that is not there is told with those that are', () => {
  const says =
    '"mark": There is no drawing "libary.svg" in content/logos. There are: library.svg, radio.svg.';
  expectSlip('content/logos/01-library.md', 'library.svg', 'libary.svg', says);
});

test.each([
  '<?xml version="1.0"?>\n<svg/>',
  '<svg onload="x()"/>',
  '<svg><style>a{}</style></svg>',
])('a drawing that a page cannot take (%s) is told', (drawing) => {
  const says = 'content/logos/radio.svg: A drawing starts with <svg and has no scripts';
  expect(problemsAfter(add('content/logos/radio.svg', drawing))).toEqual([
    expect.stringContaining(says),
  ]);
});
