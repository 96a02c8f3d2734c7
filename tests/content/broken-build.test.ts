import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { expect, onTestFinished, test } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { load } from '../../src/content/loaders.ts';
import { SMALL_SHOP } from './small-shop.ts';

test('an error stops each collection of a build, and is named', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'broken-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of SMALL_SHOP) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text.replace('hue: teal', 'hue: tael'));
  }
  const context = { config: { root: pathToFileURL(`${root}/`) } } as LoaderContext;
  for (const kind of Object.values(kinds)) {
    await expect(load(kind).load(context), kind.at).rejects.toThrow('guide-2.md, line 5: "hue"');
  }
});
