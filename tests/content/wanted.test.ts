import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findMissing, findSamples } from '../../.config/content.ts';

/** A project whose content/ has these files. */
const projectWith = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(path.join(tmpdir(), 'wanted-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, 'content', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
};

const WHOLE = {
  'site.md': '---\nlegalName: Coin School LLC\npostalAddress: 1 Main St\n---\n',
  'creator.md': '---\nabout: She plans.\nlicense: https://x.example\nsample: true\n---\n',
  'creator.jpg': '',
};

test('the fields and the photo that parents look for are listed while they are missing', async () => {
  expect(await findMissing(projectWith(WHOLE))).toEqual([]);
  const bare = projectWith({ 'site.md': '---\nlegalName:\n---\n', 'creator.md': '---\n---\n' });
  const words = (await findMissing(bare)).join();
  for (const name of ['legalName', 'postalAddress', 'about', 'license', 'creator.jpg']) {
    expect(words).toContain(name);
  }
});

test('samples are listed by their file, and no other file', async () => {
  const others = { 'logos/a.md': 'sample: false', 'logos/b.md': 'a sample: true' };
  expect(await findSamples(projectWith({ ...WHOLE, ...others }))).toEqual(['content/creator.md']);
});
