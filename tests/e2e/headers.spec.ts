import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type APIResponse, expect, test } from '@playwright/test';
import { headerFaults, kindOf, lifetimeFaults, policyFaults } from '../headers.ts';
import { FUNCTIONS } from '../../netlify/local/routes.ts';

/** The same scan as over Netlify's own rules and the functions, now through the running shop. */
const dist = path.resolve(import.meta.dirname, '../../dist');

const FILES = () =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join('/', path.relative(dist, entry.parentPath), entry.name));

const faults = (response: APIResponse, kind: Parameters<typeof headerFaults>[1]): string[] =>
  headerFaults(response.headers(), kind);

test('every file and page is served with every security header, a lifetime and an ETag', async ({
  request,
}) => {
  const files = FILES();
  const pages = files.map((file) => file.replace(/(?:index)?\.html$/, ''));
  expect(pages).toContain('/guide-download');
  for (const at of new Set([...files, ...pages])) {
    const response = await request.head(at, { maxRedirects: 0 });
    expect(response.status(), at).toBe(200);
    expect(faults(response, kindOf(at)), at).toEqual([]);
    const { 'cache-control': kept, etag = '' } = response.headers();
    expect(lifetimeFaults(kept, at)).toEqual([]);
    expect(etag, at).toMatch(/^"[\w-]{43}"$/);
  }
});

test('every page brings a policy with nothing in it that is too wide', async ({ request }) => {
  for (const file of FILES().filter((name) => name.endsWith('.html'))) {
    const html = await (await request.get(file)).text();
    const [, policy = ''] =
      /http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy, file).toContain("default-src 'none'");
    expect(policyFaults(policy), file).toEqual([]);
  }
});

/** tests/http/outside-calls.shop.test.ts asks every function; here is what stands before them. */
const KINDS = ['admin-home', 'admin-session', 'files', 'products', 'purchase-page', 'upload'];

test('functions are served with every security header', async ({ request }) => {
  for (const name of KINDS) {
    const { config } = await import(path.join(FUNCTIONS, `${name}.ts`));
    for (const pattern of [config.path ?? []].flat()) {
      const at = pattern.replace(/[:*].*$/, 'none');
      const response = await request.post(at, { data: '{}', maxRedirects: 0 });
      const isPage = at.endsWith('/none') && !at.startsWith('/api');
      expect(faults(response, isPage ? 'site' : 'answer'), `POST ${at}`).toEqual([]);
    }
  }
});

test('what is not there is answered with every security header', async ({ request }) => {
  for (const at of ['/no-such-page', '/api/no-such-function', '/_astro/none.js']) {
    const response = await request.get(at);
    expect(response.status(), at).toBe(404);
    expect(faults(response, 'site'), at).toEqual([]);
  }
});
