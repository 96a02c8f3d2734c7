import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import * as colors from '../../src/samples/art/colors.ts';
import { ART_NAMES, drawingOf } from '../../src/samples/art/drawing.ts';
import { addPage, drawIn, makePdf } from '../../src/samples/document.ts';
import { addJarLabels } from '../../src/samples/jar-labels.ts';
import { drawPng } from '../../src/samples/picture.ts';
import { drawShareImage } from '../../src/samples/share-image.ts';
import { readPages } from './stored.ts';

test.each([
  { price: '$9.99' },
  { heading: 'Another day' },
  { line: 'Ages 11–14' },
  { brand: 'Jar School' },
  { hue: 'teal' },
  { art: 'tree' },
] as const)('a share image shows %j', async (change) => {
  const shown = { brand: 'Coin School', heading: 'Allowance day', line: 'Ages 6–10' };
  const sold = { ...shown, hue: 'moss', art: 'jars', price: '$8.99' } as const;
  const [before, after] = await Promise.all([sold, { ...sold, ...change }].map(drawShareImage));
  expect(await after?.bytes()).not.toEqual(await before?.bytes());
});

test.each([...ART_NAMES, 'row'] as const)('%s is printed as browsers show it', async (name) => {
  const drawing = drawingOf(name);
  const printed = await drawPng(drawing.width, (doc) => {
    addPage(doc, drawing);
    drawIn(doc.pdf, drawing, { ...drawing, x: 0, y: 0 });
  });
  const pictures = [await printed.bytes(), `public/drawings/${name}.svg`];
  const [one = Buffer.of(), two = Buffer.of()] = await Promise.all(
    pictures.map((picture) => sharp(picture).flatten({ background: '#fff' }).raw().toBuffer()),
  );
  let sum = 0;
  for (const [at, value] of one.entries()) sum += Math.abs(value - (two[at] ?? 0));
  expect(sum / one.length).toBeLessThan(2); // of 255: only edges differ
});

test('the pages have every other color as it is printed', () => {
  const { HUES, HUE_NAMES: _names, LABEL: _label, ...named } = colors;
  const hues = Object.values(HUES).flatMap((hue) => Object.values(hue));
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  for (const color of [...Object.values(named), ...hues]) {
    expect(tokens).toContain(`light-dark(${color}, `);
  }
});

test('the free labels are one page with three names, and no sample', async () => {
  const info = { title: 'Labels', author: 'Coin School' };
  const pages = readPages(await makePdf(info, (doc) => addJarLabels(doc, info.author)));
  expect(pages).toHaveLength(1);
  for (const words of ['Spend', 'Save', 'Give', 'Coin School']) expect(pages[0]).toContain(words);
  expect(pages[0]).not.toMatch(/sample/i);
});
