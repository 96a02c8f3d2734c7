import { expect, test } from 'vitest';
import { pagePath } from '../../src/layouts/page-path.ts';

test('a built page is known without its file ending', () => {
  expect(pagePath('/guide-1.html')).toBe('/guide-1');
  expect(pagePath('/index.html')).toBe('/');
});

test('a path that visitors type stays as it is, without a slash at its end', () => {
  expect(pagePath('/')).toBe('/');
  expect(pagePath('/guide-1')).toBe('/guide-1');
  expect(pagePath('/guide-1/')).toBe('/guide-1');
});
