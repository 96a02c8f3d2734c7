import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '../../src/content/loaders.ts';
import { kinds } from '../../src/content/kinds.ts';
import { change, problemsAfter } from './edited-content.ts';
import { SMALL_SHOP } from './small-shop.ts';

test('errors stop each collection of a build, which says about each what the check says', async () => {
  const edits = [
    change('content/guides/guide-2.md', 'hue: teal', 'hue: tael'),
    change('content/catalog.json', '    }\n  ]', '    },\n  ]'),
  ];
  const files = new Map(SMALL_SHOP);
  for (const edit of edits) edit(files);
  const root = mkdtempSync(path.join(tmpdir(), 'broken-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const problems = problemsAfter(...edits);
  const config = { root: pathToFileURL(`${root}/`) };
  for (const kind of Object.values(kinds)) {
    const said = await load(kind)
      .load({ config } as LoaderContext)
      .then(() => 'loaded', String);
    for (const problem of problems) expect(said, kind.at).toContain(problem);
  }
});
