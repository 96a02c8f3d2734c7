import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addressOfFile } from '../../src/content/addresses.ts';
import { isReservedAddress } from '../../src/content/check/reserved-addresses.ts';
import { type Edit, SMALL_SHOP, problemsAfter } from './small-shop.ts';

/** Adds a file with this text. With null, removes all files whose paths begin with this one. */
const put =
  (start: string, text: string | null): Edit =>
  (files) => {
    if (text !== null) files.set(`content/${start}`, text);
    for (const file of text === null ? files.keys() : []) {
      if (file.startsWith(`content/${start}`)) files.delete(file);
    }
  };

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = SMALL_SHOP.get('content/legal/terms.md') ?? '';
const ARTICLE = SMALL_SHOP.get('content/articles/coins.md') ?? '';
const GUIDE = SMALL_SHOP.get('content/guides/guide-3.md') ?? '';
const NAME = 'The shop can’t use a file with this name. In content/';
const ADDRESS = 'The file name becomes the page’s address, ';
const GONE = null;

test.each<[file: string, says: string, text: string | null]>([
  ['faqs/13-new.MD', `${NAME}faqs/, use lowercase letters, digits and hyphens`, QUESTION],
  ['faqs/13-new', `${NAME}faqs/`, QUESTION],
  ['faqs/old/13-new.md', `${NAME}faqs/`, QUESTION],
  ['faq/13-new.md', 'The shop does not use this file. It uses: content/catalog.json', QUESTION],
  [
    'faqs/13-which-guide.md',
    `${ADDRESS}apart from a number before it, and content/faqs/01-which-guide.md has`,
    QUESTION,
  ],
  ['legal/admin-upload.md', `${ADDRESS}but the shop itself uses /admin-upload. Rename`, TERMS],
  ['articles/index.md', `${ADDRESS}but the shop itself uses /articles/index. Rename`, ARTICLE],
  ['articles/01-feed.md', `${ADDRESS}but the shop itself uses /articles/feed. Rename`, ARTICLE],
  ['legal/faqs.md', `${ADDRESS}apart from a number before it, and content/faq.md has`, TERMS],
  ['guides/first.md', 'A guide’s file name starts with "guide-", as in guide-4.md.', GUIDE],
  ['guides/guide-1.md', 'This file is missing. The home page and the About page link', GONE],
  ['site.md', 'This file is missing, and the shop can’t be built without it.', GONE],
  ['mail/receipt.md', 'This file is missing, and the shop can’t be built without it.', GONE],
  ['faqs/', 'The shop needs at least one file here.', GONE],
])('reports content/%s: %s', (file, says, text) => {
  const [first, ...more] = problemsAfter(put(file, text));
  expect(first).toContain(`content/${file}: ${says}`);
  // A guide with a new name also sells the product of the guide that it was copied from, and has no
  // cover. The cover of a missing guide is on no page.
  const causedByIt = text === GUIDE ? 3 : 0;
  expect(more).toHaveLength(file === 'guides/guide-1.md' ? 1 : causedByIt);
});

test.each(['.DS_Store', 'Thumbs.db', '13-new.md~', '.13-new.md.swp'])(
  'ignores a file that a program leaves: %s',
  (name) => {
    expect(problemsAfter(put(`faqs/${name}`, ''))).toEqual([]);
  },
);

test('accepts a picture', () => {
  expect(problemsAfter(put('creator.jpg', '\uFFFD'))).toEqual([]);
});

test.each(['testimonials', 'logos', 'legal'])('accepts an empty folder %s', (name) => {
  expect(problemsAfter(put(`${name}/`, GONE))).toEqual([]);
});

test('reserves the addresses of the shop’s own pages and files', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public'), 'og'];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  const addresses = new Set([...SMALL_SHOP.keys()].map(addressOfFile));
  const others = names.filter((name) => !name.startsWith('[') && !addresses.has(`/${name}`));
  expect(others.filter((name) => !isReservedAddress(`/${name}`))).toEqual([]);
});
