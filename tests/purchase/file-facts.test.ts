import { expect, test } from 'vitest';
import { fileFacts } from '../../src/purchase/file-facts.ts';

const filed = (product_type: string, pages: number) => ({
  fileSize: 'about 2MB',
  pages,
  product: { product_type },
});

test('each product says what its file is, and the bundle what each of its files is', () => {
  expect(fileFacts([filed('one', 15), filed('two', 15)], 'bundle')).toEqual({
    one: 'PDF, about 2MB, 15 pages',
    two: 'PDF, about 2MB, 15 pages',
    bundle: 'All guides in one PDF, and each on its own: PDF, about 2MB, 15 pages',
  });
});

test('a bundle of unlike files claims no number of pages', () => {
  expect(fileFacts([filed('one', 15), filed('two', 16)], 'bundle')['bundle']).toBe(
    'All guides in one PDF, and each on its own',
  );
});
