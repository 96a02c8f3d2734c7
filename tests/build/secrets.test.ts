import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';
import { type BuiltSite, readBuiltSite } from './built-site.ts';
import { SECRETS } from './deployed.ts';

/** What each file holds, by its path. */
let contents: ReadonlyMap<string, string>;
let site: BuiltSite;
beforeAll(async () => {
  site = await readBuiltSite();
  contents = new Map([...site.files].map((file) => [file, site.read(file).toString('latin1')]));
});

test('the built site holds no secret of the server, neither its value nor its name', () => {
  expect(contents.size).toBeGreaterThan(10);
  for (const [file, content] of contents) {
    for (const [name, value] of Object.entries(SECRETS)) {
      expect(content.includes(value), `${file} holds the value of ${name}`).toBe(false);
      expect(content.includes(name), `${file} names ${name}`).toBe(false);
    }
  }
});

test('the built site is of the configured address, and of no machine', () => {
  expect(contents.get('/index.html')).toContain(
    '<link rel="canonical" href="https://money-smart.example/">',
  );
  for (const [file, content] of contents) {
    expect(content.includes('localhost'), file).toBe(false);
    for (const folder of [ROOT, site.directory.replace(/\/dist$/, '')]) {
      expect(content.includes(folder), `${file} names ${folder}`).toBe(false);
    }
  }
});
