import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { readSampleContent } from '../../netlify/local/sample-guides.ts';
import type { PrintedGuide } from '../../src/samples/inner-page.ts';
import { makeSample, SAMPLE_MARK } from '../../src/samples/sample.ts';
import { ACTIVE, GUIDES, PRODUCTS, SITE, productOf } from '../catalog.ts';
import { needs } from '../tools.ts';
import { readPages } from './stored.ts';

const edition = await readSampleContent();
const first = edition.guides[0] as PrintedGuide;

test('the printed words come from content/, with their placeholders filled in', () => {
  expect(edition.products).toEqual(PRODUCTS);
  expect(edition.guides.map(({ number, product }) => [number, product.id])).toEqual(
    GUIDES.map(({ number, product }) => [number, product]),
  );
  expect(JSON.stringify([edition.brand, edition.guides])).not.toMatch(/\{[a-z]+(:[a-z0-9-]+)?\}/i);
});

/** Its raw bytes, and its pages, each of which is marked as a sample. */
const print = async (product: PrintedGuide['product'], guides = edition.guides) => {
  const pdf = await makeSample(product, { ...edition, guides });
  const pages = readPages(pdf);
  for (const page of pages) expect(page).toContain(SAMPLE_MARK);
  const title = (await PDFDocument.load(pdf)).getTitle();
  return { pages, title, raw: Buffer.from(pdf).toString('latin1') };
};

test(
  'the sample of a guide has a cover, the contents, and each lesson, in full if it is previewed',
  needs('pdftotext'),
  async () => {
    const { pages, title: name, raw } = await print(first.product);
    expect(pages).toHaveLength(2 + first.learn.length);
    for (const words of [SITE.brand, first.title, `Ages ${first.ages}`]) {
      expect(pages[0]).toContain(words);
    }
    const full = new Map(first.preview.map((preview) => [preview.lesson, preview]));
    for (const [index, { title, scene }] of first.learn.entries()) {
      const lesson = full.get(index + 1);
      for (const words of [title, `${scene} ${3 + index}`]) expect(pages[1]).toContain(words);
      // The speaker's name stands beside the first line.
      const said = lesson?.script.flatMap((line) => Object.values(line).join(' ').split(' '));
      for (const words of [title, ...(said ?? [scene])]) expect(pages[2 + index]).toContain(words);
      if (!lesson) continue;
      for (const words of [lesson.read, `Together ${lesson.together}`]) {
        expect(pages[2 + index]).toContain(words);
      }
    }
    // For screen readers.
    expect(name).toMatch(/ \(sample\)$/);
    for (const words of ['/Lang (en-US)', '/S /H1']) expect(raw.includes(words), words).toBe(true);
    expect((await print(first.product)).raw === raw, 'the same bytes each time').toBe(true);
  },
);

test('the bundle has a cover, then every guide whole', needs('pdftotext'), async () => {
  const { pages } = await print(productOf('bundle'));
  const counts = edition.guides.map(({ learn }) => 2 + learn.length);
  expect(ACTIVE).toHaveLength(1 + counts.length);
  expect(pages).toHaveLength(counts.reduce((sum, count) => sum + count, 1));
  expect(pages[0]).toContain(edition.guides.map(({ ages }) => ages).join(', '));
});

/** Text of a length, in words, with an end of its own. */
const wordy = (length: number, end: string): string =>
  `${'Counting coins aloud at the table takes patience. '.repeat(99).slice(0, length - end.length - 1)} ${end}`;

test('texts as long as the content may be are printed to their last word, and begin no other page', async () => {
  const lesson = { title: wordy(60, 'topic'), scene: wordy(160, 'scene') };
  const [read, together] = [wordy(700, 'readEnd'), wordy(400, 'togetherEnd')];
  const script = Array.from({ length: 8 }, (_, i) => ({ child: wordy(160, `said${i}`) }));
  const guide: PrintedGuide = {
    ...first,
    title: wordy(24, 'title'),
    tagline: wordy(60, 'tagline'),
    learn: Array.from({ length: 10 }, () => lesson),
    preview: [{ lesson: 2, read, together, script }],
  };
  const { pages } = await print(first.product, [guide]);
  expect(pages).toHaveLength(12);
  for (const end of ['readEnd', 'togetherEnd', 'said0', 'said7', 'topic', 'scene']) {
    expect(pages[3]).toContain(end);
  }
  expect(pages[0]).toContain('title');
  expect(pages[1]?.match(/scene/g)).toHaveLength(10);
});
