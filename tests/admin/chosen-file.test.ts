import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { ChosenFile } from '../../src/admin/guides/ChosenFile.tsx';
import { readPdf } from '../../src/admin/guides/read-pdf.ts';
import { makePdf } from '../shop/pdfs.ts';
import { render, withoutTags } from './render.ts';

const PROMISE = { title: 'A Seed in the Jar', pages: 15, fileSize: 'about 2MB' };
const FILE = new File([new Uint8Array(2048)], 'new.pdf');

/** The cell texts of each table row below the header. */
const rowsOf = (html: string): string[][] =>
  html
    .split('</tr>')
    .slice(1, -1)
    .map((row) =>
      row
        .split(/<\/t[hd]>/)
        .slice(0, -1)
        .map(withoutTags),
    );

test.each([
  {
    name: 'with a title',
    pdf: { title: 'The First Coins', pages: 3 },
    title: 'The First Coins',
    pages: '3 pages',
  },
  { name: 'without a title', pdf: { title: null, pages: 1 }, title: 'none', pages: '1 page' },
  { name: 'that is being read', pdf: undefined, title: 'Reading...', pages: 'Reading...' },
  { name: 'that can’t be read', pdf: null, title: 'unknown', pages: 'unknown' },
])(
  'shows the promised and actual title, page count and size of a file $name',
  ({ pdf, title, pages }) => {
    const html = render(createElement(ChosenFile, { file: FILE, pdf, promise: PROMISE }));
    expect(rowsOf(html)).toEqual([
      ['Title', title, 'A Seed in the Jar'],
      ['Pages', pages, '15 pages'],
      ['Size', '2 KB', 'about 2MB'],
    ]);
  },
);

test('shows the page count and size on one line if the shop promises nothing about the file', () => {
  const pdf = { title: 'Charts', pages: 4 };
  const html = render(createElement(ChosenFile, { file: FILE, pdf, promise: null }));
  expect(html).toContain('new.pdf, 4 pages, 2 KB');
});

const read = (bytes: Uint8Array<ArrayBuffer>) => readPdf(new File([bytes], 'new.pdf'));

describe('readPdf', () => {
  test('returns the title and page count of a PDF', async () => {
    const bytes = await makePdf({ title: ' Münzen, Heft 2 ', pages: 7 });
    expect(await read(bytes)).toEqual({ title: 'Münzen, Heft 2', pages: 7 });
  });

  test('returns no title if the title is blank', async () => {
    expect(await read(await makePdf({ title: ' ' }))).toEqual({ title: null, pages: 1 });
  });

  test('returns null for a file that is not a PDF', async () => {
    expect(await read(new Uint8Array(9))).toBeNull();
  });
});
