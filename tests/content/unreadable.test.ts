import { expect, test } from 'vitest';
import { add, change, content, expectSlip, problemsAfter } from './edited-content.ts';

const HOME = 'content/home.md';
const GUIDE = 'content/guides/guide-2.md';
const FAQ = 'content/faqs/05-bundle.md';
const CATALOG = 'content/catalog.json';

const TITLE = 'title: A Jar';
const FIELDS =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space';
const JSON_SAYS =
  'The file can’t be read from about here. Write each field as a name and a value, as in "id"';
const TWICE = 'This field appears twice.';

test.each([
  ['a colon in the text', 'title: Seeds: in', FIELDS],
  ['a quote that is not closed', 'title: "Seeds in', FIELDS],
  ['quotes around a part', 'title: "Seeds" in', FIELDS],
  ['an apostrophe in single quotes', "title: 'It's here'", FIELDS],
  ['a star in front', 'title: *Seeds* in', FIELDS],
  ['a star alone in front', 'title: *Seeds', FIELDS],
  ['an exclamation mark in front', 'title: !Seeds in', FIELDS],
  ['a placeholder in front', 'title: {brand} in', FIELDS],
  ['no space after the colon', 'title:Seeds in', FIELDS],
  ['no colon', 'title Seeds in', FIELDS],
  ['one space too few', ' title: Seeds', FIELDS, 'art: sprout'],
  ['a tab in front', '\ttitle: Seeds', 'There is a tab before this field.'],
  ['a number sign in the text', 'title: We are #1', 'Everything after # would be left out.'],
])('%s, which YAML cannot read, is told with its line', (_, written, says, at = TITLE) => {
  expectSlip(GUIDE, TITLE, written, says, at);
});

test('a value in braces that YAML takes for fields is told at its field', () => {
  const [problem] = problemsAfter(change(GUIDE, TITLE, 'title: {brand}'));
  expect(problem).toMatch(
    /line 7: "title": .* Put straight quotes around text that starts with { or \[/,
  );
});

test('a field that is there twice is told at the second', () => {
  expectSlip(GUIDE, 'art: sprout', 'hue: teal', TWICE);
  expectSlip(CATALOG, '"name"', '"id": "guide-1",\n"name"', TWICE);
});

test.each([
  ['closing', FAQ, '\n---\n\n', '\n\n'],
  ['opening', FAQ, '---\n', ''],
])('a missing line of %s hyphens is told', (_, file, from, to) => {
  const says = 'The fields go at the top, between two lines of three hyphens (---).';
  expectSlip(file, from, to, says, '---');
});

test('and where the text has hyphens of its own, the text cannot be read as fields', () => {
  const text = (content.get(FAQ) ?? '').replace('\n---\n', '\n');
  const problems = problemsAfter(add(FAQ, `${text}\n---\n\nMore.\n`));
  expect(problems).toEqual([expect.stringMatching(/^\S+, line [24]: The fields can’t be read/)]);
});

test.each([
  ['a comma that is missing', '"id": "guide-1",', '"id": "guide-1"', '"product_type"'],
  ['a comma after the last field', '"is_active": true\n', '"is_active": true,\n', '}'],
  ['a comma after the last product', /\}\n {2}\]/, '},\n]'],
  ['a comma too many', '},', '},,'],
  ['curly quotes', '"id": "guide-1"', '“id”: “guide-1”'],
  ['single quotes', '"id": "guide-1"', "'id': 'guide-1'"],
  ['no quotes', '"id": "guide-1"', 'id: guide-1'],
  ['a quote that is not closed', '"id": "guide-1"', '"id": "guide-1'],
  ['a price with a comma', '750', '7,50'],
  ['a price with a sign', '750', '$7.50'],
  ['a bracket that is not closed', '    },\n', '\n', '    {\n      "id": "guide-2"'],
  ['a file cut off at its end', /\]\s*\}\s*$/, ''],
  ['a bracket too many', /\}\s*$/, '}}'],
  ['a remark', '"products"', '# ours\n"products"'],
  ['a value that is missing', '750', ''],
  ['a colon that is missing', '"id":', '"id"'],
])('%s, which is no JSON, is told with its line', (_, from, to, at?: string) => {
  expectSlip(CATALOG, from, to, JSON_SAYS, at);
});

test('files saved by Windows, with tabs in JSON, are right', () => {
  expect(
    problemsAfter((files) => {
      for (const [file, text] of files) {
        if (file.endsWith('.svg')) continue;
        const saved = file === CATALOG ? text.replaceAll(/^ +/gm, '\t') : text;
        files.set(file, `\uFEFF${saved.replaceAll('\n', '\r\n')}`);
      }
    }),
  ).toEqual([]);
});

test('remarks of their own, values in quotes and lists within a line are right', () => {
  const edits = [
    change(GUIDE, TITLE, '# ours\ntitle: "#1: {brand}" # a remark'),
    change(HOME, 'heading: Over the bundle', "heading: 'It''s all: of them'"),
  ];
  expect(problemsAfter(...edits)).toEqual([]);
});
