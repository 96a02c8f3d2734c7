import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preloadsOf } from '../../.config/pages/finish.ts';

const assets = mkdtempSync(path.join(tmpdir(), 'assets-'));
afterAll(() => rmSync(assets, { recursive: true }));
for (const [name, script] of [
  ['Page.js', 'import{a}from"./shared.js";import"./client.js";a()'],
  ['shared.js', 'import"./deep.js";'],
  ['deep.js', ''],
  ['client.js', ''],
] as const) {
  writeFileSync(path.join(assets, name), script);
}

const island = (client: string): string =>
  `<astro-island component-url="/_astro/Page.js" renderer-url="/_astro/client.js" client="${client}"></astro-island>`;

test('a page fetches all that its islands need which are loaded with it, each file once', () => {
  const names = [...preloadsOf(island('load'), assets).matchAll(/href="\/_astro\/([^"]+)"/g)];
  expect(names.map(([, name]) => name).toSorted()).toEqual([
    'Page.js',
    'client.js',
    'deep.js',
    'shared.js',
  ]);
});

test('what waits is not fetched ahead', () => {
  expect(preloadsOf(island('idle') + island('visible'), assets)).toBe('');
});
