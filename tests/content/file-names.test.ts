import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addressOfFile } from '../../src/content/addresses.ts';
import { isReservedAddress } from '../../src/content/check/reserved-addresses.ts';
import { type Edit, SMALL_SHOP, problemsAfter } from './small-shop.ts';

/** Adds a file with this text to content/. */
const add =
  (file: string, text: string): Edit =>
  (files) =>
    files.set(`content/${file}`, text);

/** Removes all files from content/ whose paths begin with `start`. */
const remove =
  (start: string): Edit =>
  (files) => {
    for (const file of files.keys()) {
      if (file.startsWith(`content/${start}`)) files.delete(file);
    }
  };

const QUESTION = '---\nquestion: Is this new?\n---\n\nYes.\n';
const TERMS = SMALL_SHOP.get('content/legal/terms.md') ?? '';
const ARTICLE = SMALL_SHOP.get('content/articles/coins.md') ?? '';
const GUIDE = SMALL_SHOP.get('content/guides/guide-3.md') ?? '';
const UNUSABLE_NAME = 'The shop can’t use a file with this name. In content/';
const ADDRESS = 'The file name becomes the page’s address, ';

type WrongFile = {
  readonly name: string;
  /** Relative to content/. */
  readonly file: string;
  readonly text: string;
  readonly error: string;
  /** The number of other errors that this file causes. */
  readonly furtherErrors?: number;
};

test.each<WrongFile>([
  {
    name: 'an uppercase file extension',
    file: 'faqs/13-new.MD',
    text: QUESTION,
    error: `${UNUSABLE_NAME}faqs/, use lowercase letters, digits and hyphens`,
  },
  {
    name: 'a missing file extension',
    file: 'faqs/13-new',
    text: QUESTION,
    error: `${UNUSABLE_NAME}faqs/`,
  },
  {
    name: 'a file in a subfolder',
    file: 'faqs/old/13-new.md',
    text: QUESTION,
    error: `${UNUSABLE_NAME}faqs/`,
  },
  {
    name: 'a file in an unknown folder',
    file: 'faq/13-new.md',
    text: QUESTION,
    error: 'The shop does not use this file. It uses: content/catalog.json',
  },
  {
    name: 'a question with the address of another question',
    file: 'faqs/13-which-guide.md',
    text: QUESTION,
    error: `${ADDRESS}without a leading number, and content/faqs/01-which-guide.md has`,
  },
  {
    name: 'a legal page with an address that the shop uses',
    file: 'legal/admin-upload.md',
    text: TERMS,
    error: `${ADDRESS}but the shop itself uses /admin-upload. Rename`,
  },
  {
    name: 'an article with the address of the list of articles',
    file: 'articles/index.md',
    text: ARTICLE,
    error: `${ADDRESS}but the shop itself uses /articles/index. Rename`,
  },
  {
    name: 'a numbered article with the address of the feed',
    file: 'articles/01-feed.md',
    text: ARTICLE,
    error: `${ADDRESS}but the shop itself uses /articles/feed. Rename`,
  },
  {
    name: 'a legal page with the address of another page',
    file: 'legal/faqs.md',
    text: TERMS,
    error: `${ADDRESS}without a leading number, and content/faq.md has`,
  },
  {
    name: 'a guide whose file name does not start with "guide-"',
    file: 'guides/first.md',
    text: GUIDE,
    error: 'A guide’s file name starts with "guide-", as in guide-4.md.',
    // The copy has the same product and number as the original guide, and it has no cover.
    furtherErrors: 3,
  },
])('reports $name', ({ file, text, error, furtherErrors = 0 }) => {
  const [first, ...further] = problemsAfter(add(file, text));
  expect(first).toContain(`content/${file}: ${error}`);
  expect(further).toHaveLength(furtherErrors);
});

type MissingFile = Omit<WrongFile, 'name' | 'text'>;

test.each<MissingFile>([
  {
    file: 'guides/guide-1.md',
    error: 'This file is missing. The home page and the About page link',
    // No page shows the cover of the missing guide.
    furtherErrors: 1,
  },
  {
    file: 'site.md',
    error: 'This file is missing. The shop can’t be built without it.',
  },
  {
    file: 'mail/receipt.md',
    error: 'This file is missing. The shop can’t be built without it.',
  },
  {
    file: 'faqs/',
    error: 'The shop needs at least one .md file here. Add one.',
  },
])('reports that content/$file is missing', ({ file, error, furtherErrors = 0 }) => {
  const [first, ...further] = problemsAfter(remove(file));
  expect(first).toContain(`content/${file}: ${error}`);
  expect(further).toHaveLength(furtherErrors);
});

test.each(['.DS_Store', 'Thumbs.db', '13-new.md~', '.13-new.md.swp'])(
  'ignores a file that another program creates: %s',
  (name) => {
    expect(problemsAfter(add(`faqs/${name}`, ''))).toEqual([]);
  },
);

test('accepts a photo of the financial planner', () => {
  expect(problemsAfter(add('creator.jpg', '\uFFFD'))).toEqual([]);
});

test.each(['testimonials', 'logos', 'legal'])('accepts an empty %s folder', (name) => {
  expect(problemsAfter(remove(`${name}/`))).toEqual([]);
});

test('reserves the addresses of the shop’s own pages and files', () => {
  const entries = [...readdirSync('src/pages'), ...readdirSync('public'), 'og'];
  const names = entries.map((name) => path.basename(name).split('.')[0] ?? '');
  const addresses = new Set([...SMALL_SHOP.keys()].map(addressOfFile));
  const others = names.filter((name) => !name.startsWith('[') && !addresses.has(`/${name}`));
  expect(others.filter((name) => !isReservedAddress(`/${name}`))).toEqual([]);
});
