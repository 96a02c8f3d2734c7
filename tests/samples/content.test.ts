import { expect, test } from 'vitest';
import { readEdition } from '../../netlify/local/samples/stock-guides.ts';
import { GUIDES, PRODUCTS } from '../catalogue.ts';

test('what is printed is read from content/, its placeholders filled in', async () => {
  const edition = await readEdition();
  expect(edition.guides.map(({ number }) => number)).toEqual(GUIDES.map(({ number }) => number));
  expect(edition.products).toEqual(PRODUCTS);
  expect(edition.guides.map(({ product }) => product.id)).toEqual(
    GUIDES.map(({ product }) => product),
  );
  expect(JSON.stringify([edition.brand, edition.guides])).not.toMatch(/\{[a-z]+(:[a-z0-9-]+)?\}/i);
});
