import { expect, test } from 'vitest';
import { fileWords } from '../../src/purchase/file-words.ts';

const filed = (type: string, pages: number) => ({
  title: `Guide ${type}`,
  ages: '6–10',
  fileSize: 'about 2MB',
  pages,
  product: { product_type: type, file_name: `${type}.pdf` },
});
const bundle = { product_type: 'bundle', file_name: 'all.pdf' };

test('each product says what its file is, and the bundle what each of its files is', () => {
  expect(fileWords([filed('one', 15), filed('two', 15)], bundle, 'two')).toEqual({
    facts: {
      one: 'PDF, about 2MB, 15 pages',
      two: 'PDF, about 2MB, 15 pages',
      bundle: 'All guides in one PDF, and each on its own: PDF, about 2MB, 15 pages',
    },
    titles: {
      'all.pdf': 'All two in one PDF',
      'one.pdf': 'Guide one, ages 6–10, PDF',
      'two.pdf': 'Guide two, ages 6–10, PDF',
    },
  });
});

test('a bundle of unlike files claims no number of pages', () => {
  const { facts } = fileWords([filed('one', 15), filed('two', 16)], bundle, 'two');
  expect(facts['bundle']).toBe('All guides in one PDF, and each on its own');
});
