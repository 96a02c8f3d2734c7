import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogueSchema } from '#contract/catalogue.ts';
import { readEdition } from '../../netlify/local/samples/edition.ts';
import { ROOT } from '../../netlify/local/settings.ts';

test('what is printed is read from content/, its placeholders filled in', async () => {
  const catalogue = await readFile(path.join(ROOT, 'content/catalog.json'), 'utf8');
  const { products } = catalogueSchema.parse(JSON.parse(catalogue));
  const edition = await readEdition(products);
  expect(edition.guides.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(edition.products).toEqual(products);
  for (const guide of edition.guides) expect(guide.product.id).toBe(`guide-${guide.number}`);
  expect(JSON.stringify([edition.brand, edition.guides])).not.toMatch(/\{[a-z]+(:[a-z0-9-]+)?\}/i);
});
