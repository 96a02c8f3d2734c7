import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { byDepth } from '../depth.ts';
import { type ProjectCopy, copyProject } from '../project.ts';
import { change, problemsAfter } from './edited-content.ts';
import { SMALL_SHOP } from './small-shop.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
  rmSync(path.join(project.root, 'content'), { recursive: true });
  for (const [file, text] of SMALL_SHOP) {
    mkdirSync(path.join(project.root, path.dirname(file)), { recursive: true });
    project.write(file, text);
  }
});
afterAll(() => project.remove());

type Slip = { file: string; from: string; to: string; says: RegExp };

/** What `npm run build` prints after edits, which are then taken back. */
const buildAfter = async (slips: readonly Slip[]): Promise<string> => {
  const before = slips.map(({ file }) => [file, project.read(file)] as const);
  for (const { file, from, to } of slips) {
    const text = project.read(file);
    expect(text).toContain(from);
    project.write(file, text.replace(from, to));
  }
  try {
    await astroBuild(project.root, path.join(project.root, 'out'), {});
    return 'built';
  } catch (error) {
    return String(error);
  } finally {
    for (const [file, text] of before) project.write(file, text);
  }
};

/** Each kind hides the next: what a field should be, what JSON is, and what only the whole can say. */
const SLIPS: Readonly<Record<string, readonly Slip[]>> = {
  'in fields': [
    {
      file: 'content/guides/guide-2.md',
      from: 'hue: teal',
      to: 'hue: tael',
      says: /content\/guides\/guide-2\.md, line \d+: "hue" should be one of coral, teal, plum, moss, but it is "tael"\.\s+Write it like this:\s+hue: teal/,
    },
    {
      file: 'content/site.md',
      from: 'refundWindowDays: 14',
      to: 'refundWindowDays: two weeks',
      says: /content\/site\.md, line \d+: "refundWindowDays" should be a number of days, but it is "two weeks"\.\s+Write it like this:\s+refundWindowDays: 14/,
    },
    {
      file: 'content/catalog.json',
      from: '"price_in_cents": 750',
      to: '"price_in_cents": 7.5',
      says: /content\/catalog\.json, line \d+: "price_in_cents" in entry 1 of "products" should be a whole number of US cents, at least 50, but it is 7\.5\.\s+Write it like this:\s+"price_in_cents": 750,/,
    },
  ],
  'between files': [
    {
      file: 'content/home.md',
      from: '{lessons}',
      to: '{lesson}',
      says: /content\/home\.md, line \d+: "text" in "bundle": \{lesson\} stands for nothing\.\s+If you meant \{lessons\}, write:\s+text: /,
    },
    {
      file: 'content/home.md',
      from: 'lesson: 5',
      to: 'lesson: 6',
      says: /content\/home\.md, line \d+: "lesson" in "conversation": content\/guides\/guide-1\.md does not list lesson 6 under "preview"\. It lists: 5, 2, 10\.\s+Write it like this:\s+lesson: 5/,
    },
  ],
  'in the catalogue’s commas': [
    {
      file: 'content/catalog.json',
      from: '    }\n  ]',
      to: '    },\n  ]',
      says: /content\/catalog\.json, line \d+: There is a comma too many: a comma stands only between two entries\.\s+Write it like this:\s+}/,
    },
  ],
};

test.each(Object.values(SLIPS).flat())(
  'in $file, "$to" in place of "$from" is told to its editor',
  ({ file, from, to, says }) => {
    expect(problemsAfter(change(file, from, to))).toEqual([expect.stringMatching(says)]);
  },
);

/** Every kind takes the same way out of a build. */
const BUILT = byDepth(['in fields'], Object.keys(SLIPS));

test.each(BUILT)(
  'slips %s stop the build with words for its editor about each',
  async (where) => {
    const slips = SLIPS[where] ?? [];
    expect(slips.length).toBeGreaterThan(0);
    const said = await buildAfter(slips);
    for (const { says } of slips) expect(said).toMatch(says);
  },
  60_000,
);
