import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { type ProjectCopy, copyProject } from '../project.ts';
import { change, problemsAfter } from './edited-content.ts';
import { SMALL_SHOP } from './small-shop.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
  rmSync(path.join(project.root, 'content'), { recursive: true });
});
afterAll(() => project.remove());

test('slips stop the build, which says about each what the check says', async () => {
  const edits = [
    change('content/guides/guide-2.md', 'hue: teal', 'hue: tael'),
    change('content/site.md', 'refundWindowDays: 14', 'refundWindowDays: two weeks'),
    change('content/catalog.json', '    }\n  ]', '    },\n  ]'),
  ];
  const files = new Map(SMALL_SHOP);
  for (const edit of edits) edit(files);
  for (const [file, text] of files) {
    mkdirSync(path.join(project.root, path.dirname(file)), { recursive: true });
    project.write(file, text);
  }
  const said = await astroBuild(project.root, path.join(project.root, 'out'), {}).then(
    () => 'built',
    String,
  );
  const problems = problemsAfter(...edits);
  expect(problems).toHaveLength(edits.length);
  for (const problem of problems) expect(said).toContain(problem);
});
