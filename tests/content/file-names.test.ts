import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED } from '../../src/content/names.ts';
import { type Edit, add, problemsAfter, remove } from './edited-content.ts';
import { SMALL_SHOP } from './small-shop.ts';

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = SMALL_SHOP.get('content/legal/terms.md') ?? '';
const GUIDE = SMALL_SHOP.get('content/guides/guide-3.md') ?? '';
const NAME = 'The shop can’t use a file with this name. In content/';
const ADDRESS = 'The file name becomes the page’s address, ';
const DRAWING = 'A drawing starts with <svg and has no scripts';

test.each<[file: string, says: string, ...edits: Edit[]]>([
  ['faqs/13-new.MD', `${NAME}faqs/, use lowercase letters, digits and hyphens`],
  ['faqs/13-new', `${NAME}faqs/`],
  ['testimonials/04 Lee.md.txt', `${NAME}testimonials/`],
  ['faqs/old/13-new.md', `${NAME}faqs/`],
  [
    'faq/13-new.md',
    'The shop does not use this file. It uses: content/catalog.json, content/site.md',
  ],
  ['faqs/13-which-guide.md', 'Apart from the number, content/faqs/01-which-guide.md has the same'],
  [
    'legal/admin-upload.md',
    `${ADDRESS}but the shop itself uses /admin-upload. Rename the file.`,
    add('content/legal/admin-upload.md', TERMS),
  ],
  [
    'legal/guide-1.md',
    `${ADDRESS}and content/guides/guide-1.md has the same one. Rename`,
    add('content/legal/guide-1.md', TERMS),
  ],
  [
    'guides/first.md',
    'A guide’s file name starts with "guide-", as in guide-4.md.',
    remove('content/guides/guide-3.md'),
    add('content/guides/first.md', GUIDE),
  ],
  [
    'guides/guide-1.md',
    'This file is missing. The home page and the About page link',
    remove('content/guides/guide-1.md'),
  ],
  [
    'site.md',
    'This file is missing, and the shop can’t be built without it.',
    remove('content/site.md'),
  ],
  ['faqs/', 'The shop needs at least one file here.', remove('content/faqs/')],
  ['logos/radio.svg', DRAWING, add('content/logos/radio.svg', '<?xml version="1.0"?>\n<svg/>')],
  ['logos/radio.svg', DRAWING, add('content/logos/radio.svg', '<svg onload="x()"/>')],
  ['logos/radio.svg', DRAWING, add('content/logos/radio.svg', '<svg><style>a{}</style></svg>')],
])('of content/%s an editor reads: %s', (file, says, ...edits) => {
  const added = edits.length > 0 ? edits : [add(`content/${file}`, QUESTION)];
  expect(problemsAfter(...added)).toEqual([expect.stringContaining(`content/${file}: ${says}`)]);
});

test('what a computer leaves there is nobody’s slip, and some folders may be empty', () => {
  const left = ['.DS_Store', 'Thumbs.db', '13-new.md~', '.13-new.md.swp'];
  expect(problemsAfter(...left.map((name) => add(`content/faqs/${name}`, '')))).toEqual([]);
  const emptied = ['testimonials', 'logos', 'legal'].map((name) => remove(`content/${name}/`));
  expect(problemsAfter(...emptied)).toEqual([]);
});

test('every page and every file of the shop itself is reserved', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public'), 'og'];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  expect(names.filter((name) => !name.startsWith('[') && !RESERVED.test(name))).toEqual([]);
});
