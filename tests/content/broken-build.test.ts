import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { type ProjectCopy, copyProject } from '../project.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

/** What `npm run build` prints after an edit, which is then taken back. */
const buildAfter = async (file: string, from: string, to: string): Promise<string> => {
  const text = project.read(file);
  expect(text).toContain(from);
  project.write(file, text.replace(from, to));
  try {
    await astroBuild(project.root, path.join(project.root, 'out'), {});
    return 'built';
  } catch (error) {
    return String(error);
  } finally {
    project.write(file, text);
  }
};

test.each([
  [
    'content/guides/guide-2.md',
    'hue: teal',
    'hue: tael',
    /content\/guides\/guide-2\.md, line \d+: "hue" should be one of coral, teal, plum, moss, but it is "tael"\.\s+Write it like this:\s+hue: teal/,
  ],
  [
    'content/site.md',
    'refundWindowDays: 14',
    'refundWindowDays: two weeks',
    /content\/site\.md, line \d+: "refundWindowDays" should be a number of days, but it is "two weeks"\.\s+Write it like this:\s+refundWindowDays: 14/,
  ],
  [
    'content/catalog.json',
    '"price_in_cents": 899',
    '"price_in_cents": 8.99',
    /content\/catalog\.json, line \d+: "price_in_cents" in entry 1 of "products" should be a whole number of US cents, at least 50, but it is 8\.99\.\s+Write it like this:\s+"price_in_cents": 899,/,
  ],
  [
    'content/home.md',
    '{lessons}',
    '{lesson}',
    /content\/home\.md, line \d+: "text" in "bundle": \{lesson\} stands for nothing\.\s+If you meant \{lessons\}, write:\s+text: /,
  ],
  [
    'content/home.md',
    'lesson: 5',
    'lesson: 6',
    /content\/home\.md, line \d+: "lesson" in "conversation": content\/guides\/guide-1\.md does not list lesson 6 under "preview"\. It lists: 5, 2, 10\.\s+Write it like this:\s+lesson: 5/,
  ],
  [
    'content/catalog.json',
    '    }\n  ]',
    '    },\n  ]',
    /content\/catalog\.json, line \d+: There is a comma too many: a comma stands only between two entries\.\s+Write it like this:\s+}/,
  ],
])(
  'a slip in %s (%j becomes %j) stops the build with words for its editor',
  async (file, from, to, says) => {
    expect(await buildAfter(file, from, to)).toMatch(says);
  },
  60_000,
);
