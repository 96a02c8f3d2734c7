import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED } from '../../src/content/names.ts';
import { add, content, expectSlip, problemsAfter, remove } from './edited-content.ts';

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = content.get('content/legal/terms.md') ?? '';
const NAME = 'The shop can’t use a file with this name. In content/';
const PLACE = 'The shop does not use this file. It uses: content/catalog.json, content/site.md, ';

test.each([
  ['content/faqs/13-new.MD', `${NAME}faqs/, use lowercase letters, digits and hyphens`],
  ['content/faqs/13-new.txt', `${NAME}faqs/, use lowercase letters, digits and hyphens`],
  ['content/faqs/13-new', `${NAME}faqs/`],
  ['content/testimonials/04 Lee.md.txt', `${NAME}testimonials/`],
  ['content/legal/photo.jpg', `${NAME}legal/`],
  ['content/faqs/old/13-new.md', `${NAME}faqs/`],
  ['content/faq/13-new.md', PLACE],
  ['content/Site.md', PLACE],
  ['content/plans.md', PLACE],
])('%s would be silently nothing, and is named', (file, says) => {
  const [problem, ...more] = problemsAfter(add(file, QUESTION));
  expect(problem?.startsWith(`${file}: ${says}`), problem).toBe(true);
  expect(more).toEqual([]);
});

test.each(['.DS_Store', 'Thumbs.db', '13-new.md~', '.13-new.md.swp', '._13-new.md'])(
  '%s, which a computer leaves there, is nobody’s slip',
  (name) => {
    expect(problemsAfter(add(`content/faqs/${name}`, ''))).toEqual([]);
  },
);

test.each(['about', 'faqs', 'index', 'payment-success', 'guide-download', 'admin-upload', 'og'])(
  'a legal page may not take the address /%s',
  (id) => {
    expect(problemsAfter(add(`content/legal/${id}.md`, TERMS))).toEqual([
      `content/legal/${id}.md: The file name becomes the page’s address, but the shop itself uses /${id}. Rename the file.`,
    ]);
  },
);

test('every page and every file of the shop itself is reserved', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public')];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  const free = names.filter((name) => !name.startsWith('[') && !RESERVED.test(name));
  expect(free).toEqual([]);
});

test('a legal page may not take the address of a guide', () => {
  expect(problemsAfter(add('content/legal/guide-1.md', TERMS))).toEqual([
    'content/legal/guide-1.md: The file name becomes the page’s address, and content/guides/guide-1.md has the same one. Rename one of them.',
  ]);
});

test('a guide’s file is named as one', () => {
  const guide = content.get('content/guides/guide-3.md') ?? '';
  expect(
    problemsAfter(remove('content/guides/guide-3.md'), add('content/guides/first.md', guide)),
  ).toEqual([
    'content/guides/first.md: A guide’s file name starts with "guide-", as in guide-4.md.',
  ]);
});

test('two questions may not have one address', () => {
  expect(problemsAfter(add('content/faqs/13-which-guide.md', QUESTION))).toEqual([
    'content/faqs/13-which-guide.md: Apart from the number, content/faqs/01-which-guide.md has the same name, so both would have the same address on the page. Rename one of them.',
  ]);
});

test('a file that the shop cannot do without, and an empty folder, are named', () => {
  expect(problemsAfter(remove('content/site.md'))).toEqual([
    'content/site.md: This file is missing, and the shop can’t be built without it.',
  ]);
  for (const folder of ['content/faqs/', 'content/guides/']) {
    expect(problemsAfter(remove(folder))).toEqual([
      `${folder}: The shop needs at least one file here.`,
    ]);
  }
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
  expect(problemsAfter(add('content/logos/radio.svg', drawing))).toEqual([
    expect.stringMatching(
      /^content\/logos\/radio.svg: A drawing starts with <svg and has no scripts/,
    ),
  ]);
});
