import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { expect, onTestFinished, test } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { load } from '../../src/content/loaders.ts';
import { SMALL_SHOP_ROOT } from './small-shop.ts';

test('an error stops each collection of a build, and is named', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'broken-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(SMALL_SHOP_ROOT, root, { recursive: true });
  writeFileSync(path.join(root, 'content/faqs/13-new.txt'), '');
  const context = { config: { root: pathToFileURL(`${root}/`) } } as LoaderContext;
  for (const kind of Object.values(kinds)) {
    await expect(load(kind).load(context), kind.at).rejects.toThrow('faqs/13-new.txt: The shop');
  }
});
