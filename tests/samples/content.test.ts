import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogueSchema } from '#contract/catalogue.ts';
import { readEdition } from '../../netlify/local/samples/edition.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { GUIDES } from '../catalogue.ts';

test('what is printed is read from content/, its placeholders filled in', async () => {
  const catalogue = await readFile(path.join(ROOT, 'content/catalog.json'), 'utf8');
  const { products } = catalogueSchema.parse(JSON.parse(catalogue));
  const edition = await readEdition(products);
  expect(edition.guides.map(({ number }) => number)).toEqual(GUIDES.map(({ number }) => number));
  expect(edition.products).toEqual(products);
  expect(edition.guides.map(({ product }) => product.id)).toEqual(
    GUIDES.map(({ product }) => product),
  );
  expect(JSON.stringify([edition.brand, edition.guides])).not.toMatch(/\{[a-z]+(:[a-z0-9-]+)?\}/i);
});
