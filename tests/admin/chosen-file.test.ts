import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { ChosenFile } from '../../src/admin/guides/ChosenFile.tsx';
import { readPdf } from '../../src/admin/guides/read-pdf.ts';
import { makePdf } from '../shop/pdfs.ts';
import { render } from './render.ts';

const PROMISE = { title: 'A Seed in the Jar', pages: 15, fileSize: 'about 2MB' };
const FILE = new File([new Uint8Array(2048)], 'new.pdf');

/** The rows of the table, each with the text of its cells. */
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<\/t[hd]>/g, '|').replaceAll(/<[^>]+>/g, ''),
  );

test.each([
  {
    file: 'with a title',
    pdf: { title: 'The First Coins', pages: 3 },
    title: 'Title|The First Coins|A Seed in the Jar|',
    pages: 'Pages|3 pages|15 pages|',
  },
  {
    file: 'without a title',
    pdf: { title: null, pages: 1 },
    title: 'Title|none|A Seed in the Jar|',
    pages: 'Pages|1 page|15 pages|',
  },
  {
    file: 'that is being read',
    pdf: undefined,
    title: 'Title|Reading...|A Seed in the Jar|',
    pages: 'Pages|Reading...|15 pages|',
  },
  {
    file: 'that can’t be read',
    pdf: null,
    title: 'Title|unknown|A Seed in the Jar|',
    pages: 'Pages|unknown|15 pages|',
  },
])('shows a file $file beside the promise', ({ pdf, title, pages }) => {
  const rows = rowsOf(render(createElement(ChosenFile, { file: FILE, pdf, promise: PROMISE })));
  expect(rows.slice(1)).toEqual([title, pages, 'Size|2 KB|about 2MB|']);
});

test('shows the facts of a file of which the shop promises nothing', () => {
  const pdf = { title: 'Charts', pages: 4 };
  const html = render(createElement(ChosenFile, { file: FILE, pdf, promise: null }));
  expect(html).toContain('new.pdf, 4 pages, 2 KB');
});

const read = (bytes: Uint8Array<ArrayBuffer>) => readPdf(new File([bytes], 'new.pdf'));

describe('reading a PDF', () => {
  test('returns its title and its number of pages', async () => {
    const bytes = await makePdf({ title: ' Münzen, Heft 2 ', pages: 7 });
    expect(await read(bytes)).toEqual({ title: 'Münzen, Heft 2', pages: 7 });
  });

  test('returns no title for a blank one', async () => {
    expect(await read(await makePdf({ title: ' ' }))).toEqual({ title: null, pages: 1 });
  });

  test('returns null for a file that is no PDF', async () => {
    expect(await read(new Uint8Array(9))).toBeNull();
  });
});
