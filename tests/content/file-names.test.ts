import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED, RESERVED_START } from '../../src/editor/names.ts';
import { add, change, content, problemsAfter, remove } from './edited-content.ts';

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = content.get('content/legal/terms.md') ?? '';
const NAMES =
  'The shop does not read a file of this name: small letters, digits and hyphens, then ".md".';

test.each([
  ['content/faqs/13-new.MD', `${NAMES}\nRename it to 13-new.md`],
  ['content/faqs/13-new.txt', `${NAMES}\nRename it to 13-new.md`],
  ['content/faqs/13-new', `${NAMES}\nRename it to 13-new.md`],
  ['content/testimonials/04 Lee.md.txt', `${NAMES}\nRename it to 04-lee.md`],
  ['content/legal/photo.jpg', 'The shop does not read such a file.\nTake it out.'],
  [
    'content/faqs/old/13-new.md',
    'The shop does not read folders within content/faqs/\nMove the file to content/faqs/ or take it out.',
  ],
  [
    'content/faq/13-new.md',
    'The shop does not read this file.\nIf you meant content/faqs/, move it there.',
  ],
  [
    'content/Site.md',
    'The shop does not read this file.\nIf you meant content/site.md, rename it.',
  ],
  ['content/plans.md', 'The shop does not read this file.\nTake it out.'],
])('%s would be silently nothing, and is named', (file, says) => {
  expect(problemsAfter(add(file, QUESTION))).toEqual([`${file}: ${says}`]);
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
      `content/legal/${id}.md: The file’s name is the page’s address, but /${id} belongs to the shop itself.\n` +
        'Give the file another name.',
    ]);
  },
);

test('every page and every file of the shop itself is reserved', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public')];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  const free = names.filter(
    (name) => !name.startsWith('[') && !RESERVED.includes(name) && !RESERVED_START.test(name),
  );
  expect(free).toEqual([]);
});

test('a legal page may not take the address of a guide', () => {
  expect(problemsAfter(add('content/legal/guide-1.md', TERMS))).toEqual([
    'content/legal/guide-1.md: The file’s name is the page’s address, and content/guides/guide-1.md has the same one.\n' +
      'Give one of the two files another name.',
  ]);
});

test('a guide’s file is named as one', () => {
  const guide = content.get('content/guides/guide-3.md') ?? '';
  expect(
    problemsAfter(remove('content/guides/guide-3.md'), add('content/guides/first.md', guide)),
  ).toEqual([
    'content/guides/first.md: The name of a guide’s file begins with "guide-", as in guide-4.md.\n' +
      'Rename it to guide-first.md',
  ]);
});

test('two questions may not have one address', () => {
  expect(problemsAfter(add('content/faqs/13-which-guide.md', QUESTION))).toEqual([
    'content/faqs/13-which-guide.md: Without the number, content/faqs/01-which-guide.md has the same name, and so the same address on the page.\n' +
      'Give one of the two files another name.',
  ]);
});

test('a file that the shop cannot do without, and an empty folder, are named', () => {
  expect(problemsAfter(remove('content/site.md'))).toEqual([
    'content/site.md: This file is missing, and the shop cannot be built without it.',
  ]);
  expect(problemsAfter(remove('content/faqs/'))).toEqual([
    'content/faqs/: The FAQ page needs at least one question here.',
  ]);
  expect(problemsAfter(remove('content/guides/'))).toEqual([
    'content/guides/: The shop needs at least one guide here.',
  ]);
});

test('testimonials may be none', () => {
  expect(problemsAfter(remove('content/testimonials/'))).toEqual([]);
});

test('a logo that names a drawing that is not there is told, with the one meant', () => {
  const file = 'content/logos/01-library.md';
  expect(problemsAfter(change(file, 'library.svg', 'libary.svg'))).toEqual([
    `${file}, line 3: "mark": There is no drawing "libary.svg" in content/logos. There are: library.svg, radio.svg.\n` +
      'Write it like this:\n  mark: library.svg',
  ]);
});

test.each([
  ['<?xml version="1.0"?>\n<svg/>', 'does not begin with <svg'],
  ['<svg onload="x()"/>', 'has a script in it'],
  ['<svg><style>a{}</style></svg>', 'has styles in it'],
])('a drawing that a page cannot take (%s) is told', (drawing, says) => {
  expect(problemsAfter(add('content/logos/radio.svg', drawing))).toEqual([
    `content/logos/radio.svg: This drawing ${says}.\nSave it as a plain SVG, with shapes and colors only.`,
  ]);
});
