import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { headerFaults, kindOf, lifetimeFaults } from '../headers.ts';

/** tests/build/headers.test.ts scans what Netlify sends; this one the local server. */
const dist = path.resolve(import.meta.dirname, '../../dist');

test('every file has its security headers, lifetime and ETag', async ({ request }) => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join('/', path.relative(dist, entry.parentPath), entry.name));
  const pages = files.map((file) => file.replace(/(?:index)?\.html$/, ''));
  expect(pages).toContain('/guide-download');
  for (const at of new Set([...files, ...pages])) {
    const response = await request.head(at, { maxRedirects: 0 });
    expect(response.status(), at).toBe(200);
    expect(headerFaults(response.headers(), kindOf(at)), at).toEqual([]);
    const { 'cache-control': kept, etag = '' } = response.headers();
    expect(lifetimeFaults(kept, at)).toEqual([]);
    expect(etag, at).toMatch(/^"[\w-]{43}"$/);
  }
});

test('what is not there is answered with every security header', async ({ request }) => {
  for (const at of ['/no-such-page', '/api/no-such-function', '/_astro/none.js']) {
    const response = await request.get(at);
    expect(response.status(), at).toBe(404);
    expect(headerFaults(response.headers(), 'site'), at).toEqual([]);
  }
});
