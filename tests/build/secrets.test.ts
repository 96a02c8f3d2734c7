import { expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';
import { readBuiltSite } from './built-site.ts';
import { SECRETS } from './deployed.ts';

const site = await readBuiltSite();
/** What each file holds, by its path. */
const contents: ReadonlyMap<string, string> = new Map(
  [...site.files].map((file) => [file, site.read(file).toString('latin1')]),
);

test('the built site holds no secret of the server, neither its value nor its name', () => {
  expect(contents.size).toBeGreaterThan(10);
  for (const [file, content] of contents) {
    for (const [name, value] of Object.entries(SECRETS)) {
      expect(content.includes(value), `${file} holds the value of ${name}`).toBe(false);
      expect(content.includes(name), `${file} names ${name}`).toBe(false);
    }
  }
});

test('the built site names no machine', () => {
  for (const [file, content] of contents) {
    expect(content.includes('localhost'), file).toBe(false);
    for (const folder of [ROOT, site.directory.replace(/\/dist$/, '')]) {
      expect(content.includes(folder), `${file} names ${folder}`).toBe(false);
    }
  }
});

test('a shop without an ad service ships no code for one', () => {
  for (const [file, content] of contents) {
    expect(content, file).not.toMatch(/googletagmanager|dataLayer|ads-consent|ad service/);
  }
});

/** All files that a page brings, and those that they may bring. */
const filesFrom = (page: string): Set<string> => {
  const found = new Set([page]);
  for (const file of found) {
    for (const [name] of contents.get(file)?.matchAll(/[\w.-]+\.(?:js|css|wasm)\b/g) ?? []) {
      if (contents.has(`/_astro/${name}`)) found.add(`/_astro/${name}`);
    }
  }
  return found;
};

const isForAdmin = (file: string): boolean =>
  /pdfium|worker/.test(file) || (contents.get(file) ?? '').includes('/api/admin');

test('nothing of the admin pages is in what the public pages may bring', () => {
  const found = [...filesFrom('/admin-upload.html')].filter(isForAdmin);
  expect(found.length, 'what it would find').toBeGreaterThan(3);
  for (const { path } of site.pages.filter((page) => !page.path.startsWith('/admin'))) {
    const brought = filesFrom(path === '/' ? '/index.html' : `${path}.html`);
    expect([...brought].filter(isForAdmin), path).toEqual([]);
    expect(contents.get(path === '/' ? '/index.html' : `${path}.html`)).not.toContain('admin');
  }
});
