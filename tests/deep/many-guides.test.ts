import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { GUIDES as OWN, centsOf } from '../catalogue.ts';
import { copyProject } from '../project.ts';

const GUIDES = 30;
const LAST = `guide-${GUIDES}`;

const { root, read, write, remove } = copyProject();
afterAll(remove);

beforeAll(async () => {
  const catalogue = JSON.parse(read('content/catalog.json'));
  for (let number = OWN.length + 1; number <= GUIDES; number += 1) {
    // The pictures of their pages depend on neither number nor product, so they are drawn once.
    const like = `guide-${((number - 1) % OWN.length) + 1}`;
    const text = read(`content/guides/${like}.md`)
      .replace(/^product: .*$/m, `product: guide-${number}`)
      .replace(/^number: .*$/m, `number: ${number}`)
      .replace(/^title: .*$/m, 'title: A Guide'); // room for the number in a search result
    write(`content/guides/guide-${number}.md`, text);
    catalogue.products.push({
      id: `guide-${number}`,
      product_type: `individual_guide_${number}`,
      name: `Money-Smart Kids: Guide ${number}`,
      price_in_cents: centsOf(like),
      file_name: `Money-Smart-Kids-Guide-${number}.pdf`,
      is_active: true,
    });
  }
  write('content/catalog.json', JSON.stringify(catalogue));
  await astroBuild(root, path.join(root, 'out'), {});
});

const page = (name: string): string => readFileSync(path.join(root, 'out', `${name}.html`), 'utf8');

/** The numbers of the guides that a part of a page links to. */
const guidesIn = (html = ''): number[] =>
  Array.from(html.matchAll(/href="\/guide-(\d+)"/g), ([, number]) => Number(number));

const sectionOf = (name: string, id: string): string =>
  page(name).split(`id="${id}"`)[1]?.split('</section>')[0] ?? '';

test('the menus name the first six guides, and lead to all', () => {
  const [header = ''] = page(LAST).split('</header>');
  const six = [1, 2, 3, 4, 5, 6];
  expect(guidesIn(header)).toEqual([...six, ...six]); // wide and narrow
  expect(header.match(/href="\/#guides"/g)).toHaveLength(2);
});

test.each([
  ['guide-1', [2, 3, 4, 5]],
  ['guide-7', [5, 6, 8, 9]],
  [LAST, [4, 3, 2, 1].map((before) => GUIDES - before)],
])('the page of %s names its four neighbors, and leads to all', (name, numbers) => {
  const others = sectionOf(name, 'other-guides');
  expect(guidesIn(others)).toEqual(numbers);
  expect(others).toContain('href="/#guides"');
});

test('the home page shows every guide', () => {
  expect(guidesIn(sectionOf('index', 'guides'))).toHaveLength(GUIDES);
});
