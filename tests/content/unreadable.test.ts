import { expect, test } from 'vitest';
import { add, change, content, expectSlip, problemsAfter } from './edited-content.ts';

const GUIDE = 'content/guides/guide-2.md';
const FAQ = 'content/faqs/05-bundle.md';
const CATALOG = 'content/catalog.json';

const TITLE = 'title: A Jar';
const FIELDS =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space';

test.each([
  ['a colon in the text', 'title: Seeds: in', FIELDS],
  ['a quote that is not closed', 'title: "Seeds in', FIELDS],
  ['an apostrophe in single quotes', "title: 'It's here'", FIELDS],
  ['a star in front', 'title: *Seeds* in', FIELDS],
  ['a placeholder before other words', 'title: {brand} in', FIELDS],
  ['no space after the colon', 'title:Seeds in', FIELDS],
  ['one space too few', ' title: Seeds', FIELDS, 'art: sprout'],
  ['a tab in front', '\ttitle: Seeds', 'There is a tab before this field.'],
  ['a number sign in the text', 'title: We are #1', 'Everything after # would be left out.'],
  ['a placeholder alone', 'title: {brand}', 'Put straight quotes around text that starts with {'],
])('%s, which YAML cannot read, is told with its line', (_, written, says, at = TITLE) => {
  expectSlip(GUIDE, TITLE, written, says, at);
});

test.each([
  ['a comma that is missing', '"id": "guide-1",', '"id": "guide-1"', '"product_type"'],
  ['a comma after the last field', '"is_active": true\n', '"is_active": true,\n', '}'],
  ['a comma after the last product', /\}\n {2}\]/, '},\n]'],
  ['curly quotes', '"id": "guide-1"', '“id”: “guide-1”'],
  ['a quote that is not closed', '"id": "guide-1"', '"id": "guide-1'],
  ['a price with a sign', '750', '$7.50'],
  ['a value that is missing', '750', ''],
  ['a bracket that is not closed', '    },\n', '\n', '    {\n      "id": "guide-2"'],
  ['a file cut off at its end', /\]\s*\}\s*$/, ''],
  ['a remark', '"products"', '# ours\n"products"'],
])('%s, which is no JSON, is told with its line', (_, from, to, at?: string) => {
  const says =
    'The file can’t be read from about here. Write each field as a name and a value, as in "id"';
  expectSlip(CATALOG, from, to, says, at);
});

test('a field that is there twice is told at the second', () => {
  const says = 'This field appears twice.';
  expectSlip(GUIDE, 'art: sprout', 'hue: teal', says);
  expectSlip(CATALOG, '"name"', '"id": "guide-1",\n"name"', says);
});

test.each([
  ['closing', '\n---\n\n', '\n\n'],
  ['opening', '---\n', ''],
])('a missing line of %s hyphens is told', (_, from, to) => {
  const says = 'The fields go at the top, between two lines of three hyphens (---).';
  expectSlip(FAQ, from, to, says, '---');
});

test('and where the text has hyphens of its own, the text cannot be read as fields', () => {
  const text = (content.get(FAQ) ?? '').replace('\n---\n', '\n');
  const problems = problemsAfter(add(FAQ, `${text}\n---\n\nMore.\n`));
  expect(problems).toEqual([expect.stringMatching(/^\S+, line [24]: The fields can’t be read/)]);
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

test('remarks and values in quotes are right', () => {
  const edits = [
    change(GUIDE, TITLE, '# ours\ntitle: "#1: {brand}" # a remark'),
    change('content/home.md', 'heading: Over the bundle', "heading: 'It''s all: of them'"),
  ];
  expect(problemsAfter(...edits)).toEqual([]);
});
