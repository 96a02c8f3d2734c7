import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { expect, test, vi } from 'vitest';
import { content } from '../../.config/content.ts';
import { COLLECTIONS, COLLECTION_NAMES } from '../../src/content/collections.ts';

// Replaces Astro's loaders with the paths that they load.
vi.mock('astro:content', () => ({ defineCollection: (collection: object) => collection }));
vi.mock('astro/loaders', () => ({
  file: (name: string) => name,
  glob: ({ base, pattern }: { base: string; pattern: string }) => `${base}/${pattern}`,
}));
const { collections } = await import('../../src/content.config.ts');

type Hook = NonNullable<AstroIntegration['hooks']['astro:config:setup']>;

/** Runs the integration's setup hook for the project in `root`. */
const setUp = async (root: string, command: 'build' | 'dev' = 'build'): Promise<void> => {
  const folder = pathToFileURL(`${path.resolve(root)}/`);
  const config = { root: folder, cacheDir: new URL('cache/', folder) };
  await content(root).hooks['astro:config:setup']?.({ config, command } as Parameters<Hook>[0]);
};

test('loads the same files with the same schemas as the content check', () => {
  expect(Object.keys(collections).toSorted()).toEqual(COLLECTION_NAMES.toSorted());
  for (const name of COLLECTION_NAMES) {
    const { location, schema } = COLLECTIONS[name];
    const files = location.endsWith('/') ? `${location}*.md` : location;
    expect(collections[name], name).toEqual({ loader: files, schema });
  }
});

test('stops Astro before it reads content/ and lists every unused file', async () => {
  // With tests/ as the root, tests/content is the content folder. The shop uses none of its test
  // files.
  const files = (await readdir('tests/content')).filter((name) => name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(1);
  const error: unknown = await setUp('tests').catch((thrown: unknown) => thrown);
  for (const file of files) {
    expect(String(error)).toContain(`content/${file}: The shop does not use this file.`);
  }
});

// Otherwise, Astro would not notice that a schema has changed.
test.each([
  { command: 'dev' as const, kept: [] },
  // `npm run dev` may be running and using the entries in .astro. A build does not use them.
  { command: 'build' as const, kept: ['.astro'] },
])('removes the stored entries that astro $command would reuse', async ({ command, kept }) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'content-'));
  await cp('tests/content/small-shop/content', path.join(root, 'content'), { recursive: true });
  const storeIn = (folder: string): string => path.join(root, folder, 'data-store.json');
  const folders = ['cache', '.astro'];
  for (const folder of folders) {
    await mkdir(path.join(root, folder));
    await writeFile(storeIn(folder), '[]');
  }
  await setUp(root, command);
  expect(folders.filter((folder) => existsSync(storeIn(folder)))).toEqual(kept);
});
