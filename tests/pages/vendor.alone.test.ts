import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { afterAll, expect, test, vi } from 'vitest';
import { SONNER_STYLES, moveRuntime } from '../../.config/pages/vendor.ts';

const assets = mkdtempSync(path.join(tmpdir(), 'assets-'));
afterAll(() => rmSync(assets, { recursive: true }));

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(findPackageJSON(name, import.meta.url) ?? '', 'utf8')).version;

/** As sonner puts it into a document. */
const styleOf = async (): Promise<string> => {
  let style = '';
  vi.stubGlobal('document', {
    head: { appendChild: () => {} },
    createElement: () => ({ appendChild: (text: string) => (style = text) }),
    createTextNode: (text: string) => text,
  });
  vi.resetModules();
  await import('sonner');
  vi.unstubAllGlobals();
  return style;
};

test(`the policy lets the stylesheet of sonner in: made for 2.0.8, here is ${versionOf('sonner')}`, async () => {
  const hashes = ['', await styleOf()].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  expect(SONNER_STYLES).toEqual(hashes);
});

const directive = '(()=>{dispatchEvent(new Event("astro:message"))})();';
const page = (client: string, script: string = runtime): string =>
  `<html><script>${directive}</script><script>${script}</script><astro-island client="${client}" component-url="/_astro/Toasts.js" renderer-url="/_astro/client.js"></astro-island></html>`;

test(`a page whose islands wait names Astro's script: made for 7.3.4, here is ${versionOf('astro')}`, () => {
  const [name = ''] = (moveRuntime(page('message'), assets), readdirSync(assets));
  expect(name).toMatch(/^islands\.[\w-]{8}\.js$/);
  expect(moveRuntime(page('message'), assets)).toBe(
    `<html data-islands="/_astro/${name} /_astro/Toasts.js /_astro/client.js"><astro-island client="message" component-url="/_astro/Toasts.js" renderer-url="/_astro/client.js"></astro-island></html>`,
  );
});

test('a page that is awake at once, or has no islands, stays as it is', () => {
  for (const html of [page('load'), page('early'), '<html></html>']) {
    expect(moveRuntime(html, assets)).toBe(html);
  }
});

test('where Astro writes something else, the build ends', () => {
  expect(() => moveRuntime(page('message', 'another'), assets)).toThrow('astro');
});
