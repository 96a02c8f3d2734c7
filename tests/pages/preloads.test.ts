import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { preloadsOf } from '../../.config/pages/finish.ts';

const SCRIPTS = {
  'Page.js': 'import{a}from"./shared.js";import"./client.js";a()',
  'shared.js': 'import"./deep.js";',
  'deep.js': '',
  'client.js': '',
};

const island = (client: string): string =>
  `<astro-island component-url="/_astro/Page.js" renderer-url="/_astro/client.js" client="${client}"></astro-island>`;

test('a page fetches all that its islands need which start with it, each file once', () => {
  const assets = mkdtempSync(path.join(tmpdir(), 'assets-'));
  onTestFinished(() => rmSync(assets, { recursive: true }));
  for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(path.join(assets, name), text);
  const links = preloadsOf(island('load'), assets);
  const names = [...links.matchAll(/href="\/_astro\/([^"]+)"/g)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(SCRIPTS).toSorted());
  expect(preloadsOf(island('idle') + island('visible'), assets)).toBe('');
});
