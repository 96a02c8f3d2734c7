import { beforeAll, describe, expect, test } from 'vitest';
import type { PrintedGuide, PrintedProduct } from '../../src/samples/edition.ts';
import { makeSample, SAMPLE_MARK } from '../../src/samples/sample.ts';
import { edition, guides, readPages, wordy } from './edition.ts';

const [first] = guides;
const bundle = edition.products.at(-1) as PrintedProduct;

const print = async (guide: PrintedGuide) =>
  readPages(await makeSample(guide.product, { ...edition, guides: [guide, ...guides.slice(1)] }));

describe('the sample of a guide', () => {
  let pages: string[];
  let raw: string;
  beforeAll(async () => {
    const pdf = await makeSample(first.product, edition);
    raw = Buffer.from(pdf).toString('latin1');
    pages = await readPages(pdf);
  });

  test('has a cover, the contents and a page for each lesson, each marked as a sample', () => {
    expect(pages).toHaveLength(12);
    for (const page of pages) expect(page).toContain(SAMPLE_MARK);
    for (const words of ['Coin School', 'Title 1', 'Ages 1–4']) expect(pages[0]).toContain(words);
  });

  test('lists every lesson with its page', () => {
    for (const { title, scene } of first.learn) {
      expect(pages[1]).toContain(title);
      expect(pages[1]).toContain(scene);
    }
    expect(pages[1]).toContain('12');
  });

  test('prints a previewed lesson in full, quotes and dashes included', () => {
    const [lesson] = first.preview;
    expect(pages[3]).toContain('Topic 2 of guide 1');
    expect(pages[3]).toContain(lesson?.read);
    expect(pages[3]).toContain(`Together ${lesson?.together}`);
    expect(pages[3]).toMatch(/Child Is that a lot\?/);
    // What stands beside one another is read from left to right.
    expect(pages[3]).toMatch(/What could it buy\? You/);
  });

  test('names a lesson that is not previewed, and what happens in it', () => {
    expect(pages[2]).toContain('Topic 1 of guide 1 Scene 1 of guide 1.');
    expect(pages[2]).not.toContain('Together');
  });

  test('names its title and language, and is tagged for screen readers', () => {
    expect(raw).toContain('/Lang (en-US)');
    expect(raw).toContain('(Coin School: guide-1 \\(sample\\))');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toMatch(/\/S \/H1/);
  });

  test('comes out the same, byte for byte', async () => {
    const again = Buffer.from(await makeSample(first.product, edition)).toString('latin1');
    expect(again === raw).toBe(true);
  });
});

test('the bundle has a cover, then every guide whole', async () => {
  const pages = await readPages(await makeSample(bundle, edition));
  expect(pages).toHaveLength(1 + 3 * 12);
  expect(pages[0]).toContain('Ages 1–4, 2–5, 3–6');
  for (const page of pages) expect(page).toContain(SAMPLE_MARK);
});

describe('long texts', () => {
  const [lesson] = first.preview;
  const long = (read: number, together: number, line: number): PrintedGuide => ({
    ...first,
    title: wordy(24, 'title'),
    tagline: wordy(60, 'tagline'),
    learn: first.learn.map(() => ({ title: wordy(60, 'topic'), scene: wordy(160, 'scene') })),
    preview: [
      {
        lesson: lesson?.lesson ?? 1,
        read: wordy(read, 'readEnd'),
        together: wordy(together, 'togetherEnd'),
        script: Array.from({ length: 8 }, (_, i) => ({ child: wordy(line, `said${i}`) })),
      },
    ],
  });

  test('as long as the content may be are printed to their last word', async () => {
    const pages = await print(long(700, 400, 160));
    expect(pages).toHaveLength(12);
    for (const end of ['readEnd', 'togetherEnd', 'said0', 'said7', 'topic', 'scene']) {
      expect(pages[3]).toContain(end);
    }
    expect(pages[0]).toContain('title');
    expect(pages[1]?.match(/scene/g)).toHaveLength(10);
  });

  const word = 'x'.repeat(300);
  test.each([
    ['far longer', long(4000, 4000, 1500)],
    ['without a space', { ...first, title: word, tagline: word }],
  ])('%s never begin another page', async (_what, guide) => {
    const pages = await print(guide);
    expect(pages).toHaveLength(12);
    expect(pages[3]).toContain(SAMPLE_MARK);
  });
});
