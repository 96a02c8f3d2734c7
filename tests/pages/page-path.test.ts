import { expect, test } from 'vitest';
import { pagePath } from '../../src/layouts/page-path.ts';

test.each([
  ['/guide-1.html', '/guide-1'],
  ['/index.html', '/'],
  ['/', '/'],
  ['/guide-1/', '/guide-1'],
])('a page that is built as %s is at %s', (built, path) => {
  expect(pagePath(built)).toBe(path);
});
