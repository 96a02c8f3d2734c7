import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { addGuides } from './many-guides.ts';
import { type ProjectCopy, copyProject } from '../project.ts';

const GUIDES = 30;
const LAST = `guide-${GUIDES}`;
const FACTS = 'src/content/facts.ts';

let project: ProjectCopy;
beforeAll(async () => {
  project = copyProject();
  addGuides(project, GUIDES);
  // Each time that the facts of all guides are put together leaves a mark.
  const marked = project
    .read(FACTS)
    .replace(/^\): Facts \{$/m, "): Facts {\n  appendFileSync('marks', '.');");
  project.write('marks', '');
  project.write(FACTS, `import { appendFileSync } from 'node:fs';\n${marked}`);
  await astroBuild(project.root, path.join(project.root, 'out'), {});
});
afterAll(() => project.remove());

const page = (name: string): string =>
  readFileSync(path.join(project.root, 'out', `${name}.html`), 'utf8');

const guidesIn = (html = ''): string[] =>
  Array.from(html.matchAll(/href="\/(guide-\d+)"/g), ([, guide]) => String(guide));
const headerOf = (html: string): string => html.split('</header>')[0] ?? '';
const othersOf = (html: string): string =>
  html.split('id="other-guides"')[1]?.split('</section>')[0] ?? '';

test('each menu names the first six guides, and leads to all', () => {
  const six = [1, 2, 3, 4, 5, 6].map((number) => `guide-${number}`);
  for (const name of ['index', 'about', LAST]) {
    const header = headerOf(page(name));
    expect(guidesIn(header), name).toEqual([...six, ...six]); // wide and narrow
    expect(header.match(/href="\/#guides"/g), name).toHaveLength(2);
  }
});

test('the page of a guide names its four neighbors, and leads to all', () => {
  const neighbors = {
    'guide-1': [2, 3, 4, 5],
    'guide-7': [5, 6, 8, 9],
    [LAST]: [4, 3, 2, 1].map((before) => GUIDES - before),
  };
  for (const [name, numbers] of Object.entries(neighbors)) {
    const others = othersOf(page(name));
    expect(guidesIn(others), name).toEqual(numbers.map((number) => `guide-${number}`));
    expect(others, name).toContain('href="/#guides"');
  }
});

test('the home page shows every guide', () => {
  const cards = page('index').split('id="guides"')[1]?.split('</section>')[0];
  expect(guidesIn(cards)).toHaveLength(GUIDES);
});

test('what is known of all guides is put together once a build, not once a page', () => {
  // For the pages, and for the checks of the content before and after them.
  expect(project.read('marks').length).toBeLessThanOrEqual(3);
});
