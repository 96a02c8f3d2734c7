import { expect, test } from 'vitest';
import { explainJson } from '../../src/editor/broken-json.ts';
import { change, content, lineOf, problemsAfter } from './edited-content.ts';

const FILE = 'content/catalog.json';
const lines = (content.get(FILE) ?? '').split('\n');

const withLine = (index: number, line: string): string => lines.with(index, line).join('\n');

test.each(lines.flatMap((line, index) => (line.endsWith(',') ? [[index + 1, line]] : [])))(
  'a missing comma on line %i is found, and the line shown with it',
  (line, text) => {
    expect(explainJson(withLine(Number(line) - 1, String(text).slice(0, -1)))).toEqual({
      line,
      says: 'A comma is missing at the end of this line, since another entry follows.',
      fixed: String(text).trim(),
    });
  },
);

test.each(lines.flatMap((line, index) => (/^\s+.*[^,[{]$/.test(line) ? [[index + 1, line]] : [])))(
  'a comma too many on line %i is found, and the line shown without it',
  (line, text) => {
    expect(explainJson(withLine(Number(line) - 1, `${text},`))).toEqual({
      line,
      says: 'There is a comma too many: a comma stands only between two entries.',
      fixed: String(text).trim(),
    });
  },
);

test.each([
  ['curly quotes', '“id”: “guide-1”,', '"id": "guide-1",'],
  ['single quotes', "'id': 'guide-1',", '"id": "guide-1",'],
  ['no quotes', 'id: guide-1,', '"id": "guide-1",'],
  ['a quote that is not closed', '"id": "guide-1,', '"id": "guide-1",'],
])('%s are answered with the line in straight ones', (_, written, corrected) => {
  expect(problemsAfter(change(FILE, '"id": "guide-1",', written))).toEqual([
    `${FILE}, line ${lineOf(FILE, '"id"')}: A name or a text stands between two straight double quotes.\n` +
      `Write it like this:\n  ${corrected}`,
  ]);
});

test.each([['7,50'], ['$7.50'], ['7.50'], ['"750"']])(
  'a price written as %s is answered with cents',
  (written) => {
    const [problem = ''] = problemsAfter(change(FILE, '750', written));
    expect(problem.split('\n').slice(1)).toEqual([
      'Write it like this:',
      '  "price_in_cents": 750,',
    ]);
  },
);

test.each([
  [
    'a bracket that is not closed',
    '    },\n',
    '\n',
    'The { of line 4 is not closed: a } is missing',
  ],
  ['a file cut off at its end', /\]\s*\}\s*$/, '', 'The [ of line 3 is not closed: a ] is missing'],
  ['a bracket too many', /\}\s*$/, '}}', 'There is a } too many.\nTake it out.'],
  ['a remark', '"products"', '// ours\n"products"', 'cannot hold remarks.\nTake the remark out.'],
  ['a value that is missing', '750', '', 'After the colon a value is missing.'],
  ['a colon that is missing', '"id":', '"id"', 'A field is a name in quotes, a colon and a value.'],
  [
    'a field that is there twice',
    '"id": "guide-1",',
    '"id": "guide-1",\n"id": "guide-1",',
    'The field "id" is there twice, on line 5 and on line 6.\nTake one of the two lines out.',
  ],
])('%s is told in words', (_, from, to, says) => {
  const problems = problemsAfter(change(FILE, from, to));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${FILE}, line `);
  expect(problems[0]).toContain(says);
});

test('the corrected last field of a product has no comma, as the line it replaces', () => {
  const [problem] = problemsAfter(change(FILE, '"is_active": true', '"is_active": "yes"'));
  expect(problem).toMatch(/Write it like this:\n {2}"is_active": true$/);
});

test.each([
  ['"id": "guide-2"', '"id": "Guide 2"', '"id": "guide-2",'],
  ['individual_guide_11_14', 'Individual Guide 11-14', '"product_type": "individual_guide_11_14",'],
  ['Ages-11-14.pdf', 'Ages 11–14.PDF', '"file_name": "Coin-School-Ages-11-14.pdf",'],
  ['750', '9', '"price_in_cents": 900,'],
])('%s written as %s is mended', (from, to, corrected) => {
  const [problem = ''] = problemsAfter(change(FILE, from, to));
  expect(problem.endsWith(`Write it like this:\n  ${corrected}`)).toBe(true);
});

test('the shop sells in US dollars', () => {
  expect(problemsAfter(change(FILE, '"usd"', '"eur"'))).toEqual([
    `${FILE}, line 2: "currency" should be usd, since the shop sells in US dollars, but it is "eur".\n` +
      'Write it like this:\n  "currency": "usd",',
  ]);
});

test('a rule over several products offers no line that would change nothing', () => {
  expect(problemsAfter(change(FILE, '"id": "guide-2"', '"id": "guide-1"'))).toEqual([
    `${FILE}, line 13: "id" in entry 2 of "products": Another product has the id "guide-1" too; each needs its own.`,
  ]);
});

test('tabs, CRLF and a byte order mark are no slips', () => {
  const windows = `\uFEFF${lines.join('\r\n').replaceAll(/^ +/gm, '\t')}`;
  expect(problemsAfter((files) => files.set(FILE, windows))).toEqual([]);
});
