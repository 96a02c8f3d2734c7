import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Keep, createKeep } from '../../src/samples/cache.ts';
import { madeBy } from '../../src/samples/kept.ts';
import { picturePages } from '../../src/samples/pages.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { drawShareImage } from '../../src/samples/share-image.ts';
import { drawAnew } from '../draw-anew.ts';
import { edition, guides } from './press-edition.ts';

const WEBP = { widthPx: 480, format: 'webp' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let source: string;
let cache: string;
let drawn: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'press-'));
  cache = path.join(folder, 'deep', 'cache');
  source = path.join(folder, 'draw.ts');
  writeFileSync(source, 'draw a circle');
  drawn = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As another process would open it. */
const open = (files: readonly string[] = [source]): Keep => createKeep(cache, async () => files);

/** Draws a picture that tells how many were drawn before it. */
const ask = async (inputs: Parameters<Keep>[0], keep = open()): Promise<string> => {
  const picture = await keep(inputs, async () => {
    drawn += 1;
    return Buffer.from(`picture ${drawn}`);
  });
  return picture.toString();
};

/** Counts what the press itself draws. */
const counting =
  (keep: Keep): Keep =>
  (inputs, draw) =>
    keep(inputs, () => {
      drawn += 1;
      return draw();
    });

const onlyEntry = (): string => {
  const [name, ...more] = readdirSync(cache);
  expect(more).toEqual([]);
  return path.join(cache, name ?? '');
};

describe('a kept drawing', () => {
  test('is drawn once, for this process and for others', async () => {
    const keep = open();
    expect(await ask(['circle', '12'], keep)).toBe('picture 1');
    expect(await ask(['circle', '12'], keep)).toBe('picture 1');
    expect(await ask([new TextEncoder().encode('circle'), '12'])).toBe('picture 1');
  });

  test.each([
    ['another text', ['square', '12']],
    ['another size', ['circle', '13']],
    ['the same letters, parted elsewhere', ['circle1', '2']],
    ['another order', ['12', 'circle']],
    ['one part less', ['circle']],
    ['one part more, an empty one', ['circle', '12', '']],
    ['one byte more', ['circle', new Uint8Array([0x31, 0x32, 0])]],
  ])('is no answer for %s', async (_, inputs) => {
    await ask(['circle', '12']);
    expect(await ask(inputs)).toBe('picture 2');
    expect(await ask(['circle', '12'])).toBe('picture 1');
  });

  test('is no answer once the source of what draws has changed, at once', async () => {
    const keep = open();
    await ask(['circle'], keep);
    writeFileSync(source, 'draw a circle, thicker');
    expect(await ask(['circle'], keep)).toBe('picture 2');
    writeFileSync(source, 'draw a circle');
    expect(await ask(['circle'], keep)).toBe('picture 1');
  });

  test('is no answer where one more file draws', async () => {
    await ask(['circle']);
    const another = path.join(folder, 'pen.ts');
    writeFileSync(another, '');
    expect(await ask(['circle'], open([source, another]))).toBe('picture 2');
  });

  test.each([
    ['is empty', () => Buffer.of()],
    ['was cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    [
      'has one wrong bit',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]),
    ],
    ['has a tail', (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)])],
    ['is shorter than a digest', () => Buffer.of(1, 2, 3)],
  ])('whose file %s is drawn anew, and then kept again', async (_, spoil) => {
    await ask(['circle']);
    writeFileSync(onlyEntry(), spoil(readFileSync(onlyEntry())));
    expect(await ask(['circle'])).toBe('picture 2');
    expect(await ask(['circle'])).toBe('picture 2');
  });

  test('that fails is not kept', async () => {
    const failing = open()(['circle'], () => Promise.reject(new Error('no ink')));
    await expect(failing).rejects.toThrow('no ink');
    expect(await ask(['circle'])).toBe('picture 1');
  });

  test('that many ask for at once is whole for each, and leaves one file', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(['circle'])));
    for (const answer of answers) expect(answer).toMatch(/^picture \d+$/);
    expect(answers).toContain(await ask(['circle']));
    expect(path.basename(onlyEntry())).toMatch(/^[\da-f]{64}$/);
  });

  test('goes when nobody has asked for it in 30 days, and stays while somebody does', async () => {
    for (const name of ['old', 'asked for', 'young']) await ask([name]);
    const [old, askedFor, young] = [31, 31, 29].map((days) => Date.now() - days * DAY_MS);
    const entries = new Map<string, string>();
    for (const name of readdirSync(cache)) {
      const file = path.join(cache, name);
      entries.set(readFileSync(file).subarray(32).toString(), file);
    }
    const age = (picture: string, then = 0) =>
      utimesSync(entries.get(picture) ?? '', then / 1000, then / 1000);
    age('picture 1', old);
    age('picture 2', askedFor);
    age('picture 3', young);
    await ask(['asked for']);
    await ask(['new']);
    const kept = readdirSync(cache).map((name) => path.join(cache, name));
    expect(kept).toHaveLength(3);
    expect(kept).not.toContain(entries.get('picture 1'));
  });

  test('is drawn all the same where nothing can be kept', async () => {
    const keep = createKeep(path.join(source, 'no folder'), async () => [source]);
    expect(await ask(['circle'], keep)).toBe('picture 1');
    expect(await ask(['circle'], keep)).toBe('picture 2');
  });
});

describe('what the press keeps', () => {
  const [guide] = guides;
  const words = { brand: 'Coin School', heading: 'Allowance day', line: 'Ages 6–10' } as const;

  test('is, byte for byte, what it draws: a share image', async () => {
    const keep = counting(open());
    const fresh = await drawShareImage(words, drawAnew);
    expect((await drawShareImage(words, keep)).equals(fresh)).toBe(true);
    expect((await drawShareImage(words, keep)).equals(fresh)).toBe(true);
    expect(drawn).toBe(1);
    expect((await drawShareImage({ ...words, price: '$1' }, keep)).equals(fresh)).toBe(false);
    expect(drawn).toBe(2);
  });

  test('is, byte for byte, what it draws: pages, each by itself', async () => {
    const keep = counting(open());
    const pdf = await makeSample(guide.product, edition);
    const fresh = await picturePages(pdf, [2, 4], WEBP, drawAnew);
    expect(await picturePages(pdf, [2, 4], WEBP, keep)).toEqual(fresh);
    expect(await picturePages(pdf, [4, 2], WEBP, keep)).toEqual(fresh.toReversed());
    expect(drawn).toBe(2);
    await picturePages(pdf, [2], { ...WEBP, widthPx: 240 }, keep);
    expect(drawn).toBe(3);
    const repriced = { ...guide, title: 'Another title' };
    const other = await makeSample(guide.product, { ...edition, guides: [repriced] });
    await picturePages(other, [2], WEBP, keep);
    expect(drawn).toBe(4);
  });

  test('is the work of every file of the press, and of what makes pictures of it', async () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const files = (await madeBy()).map((file) => path.relative(root, file));
    const press = readdirSync(path.join(root, 'src/samples')).flatMap((name) =>
      name.endsWith('.ts') ? [`src/samples/${name}`] : [],
    );
    expect(files).toEqual(expect.arrayContaining(press));
    for (const name of ['sharp', '@hyzyla/pdfium']) {
      expect(files).toContain(`node_modules/${name}/package.json`);
    }
  });
});
