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
const wordsOf = (pages: number) =>
  fileWords([filed('one', 15), filed('two', pages)], bundle, 'two');

test('each product says what its file is, and the bundle of like files what each of them is', () => {
  expect(wordsOf(15)).toEqual({
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
  expect(wordsOf(16).facts['bundle']).toBe('All guides in one PDF, and each on its own');
});
