import { expect, test } from 'vitest';
import { add, change, content, lineOf, problemsAfter } from './edited-content.ts';

const HOME = 'content/home.md';
const GUIDE = 'content/guides/guide-2.md';
const FAQ = 'content/faqs/05-bundle-or-single.md';
const title = /^title: .*/m;
const titleLine = lineOf(GUIDE, 'title: ');
const [heroText = ''] = /^ {2}text: .*/m.exec(content.get(HOME) ?? '') ?? [];

const CLOSED = 'so that it stands under those it belongs to.';
const QUOTES = 'The value of this line needs straight quotes around it';

test.each([
  ['a colon in the text', 'title: Seeds: in', `${QUOTES}.`, 'title: "Seeds: in"'],
  ['a quote that is not closed', 'title: "Seeds in', `${QUOTES}.`, 'title: "Seeds in"'],
  [
    'quotes around a part',
    'title: "Seeds" in',
    `${QUOTES}, and curly quotes within it.`,
    'title: "“Seeds” in"',
  ],
  ['an apostrophe in single quotes', "title: 'It's here'", `${QUOTES}.`, 'title: "It\'s here"'],
  ['a star in front', 'title: *Seeds* in', `${QUOTES}.`, 'title: "*Seeds* in"'],
  ['an exclamation mark in front', 'title: !Seeds in', `${QUOTES}.`, 'title: "!Seeds in"'],
  ['a placeholder in front', 'title: {brand} in', `${QUOTES}.`, 'title: "{brand} in"'],
  [
    'a placeholder and a colon',
    'title: {brand}: in',
    `${QUOTES}, since it begins with {.`,
    'title: "{brand}: in"',
  ],
  [
    'a number sign in the text',
    'title: We are #1',
    `${QUOTES}, or what follows # is not printed.`,
    'title: "We are #1"',
  ],
  [
    'no space after the colon',
    'title:Seeds in',
    'After the name of a field come a colon and a space.',
    'title: Seeds in',
  ],
  [
    'no colon',
    'title Seeds in',
    'After the name of a field come a colon and a space.',
    'title: Seeds in',
  ],
])('%s is answered with its own line, which cures it', (_, written, says, fixed) => {
  expect(problemsAfter(change(GUIDE, title, written))[0]).toBe(
    `${GUIDE}, line ${titleLine}: ${says}\nWrite it like this:\n  ${fixed}`,
  );
  expect(problemsAfter(change(GUIDE, title, fixed)).join()).not.toContain(
    `line ${titleLine}: ${QUOTES}`,
  );
});

test('a quote that is not closed is told where it begins, however far it reaches', () => {
  expect(problemsAfter(change(HOME, title, 'title: "Ours'))).toEqual([
    `${HOME}, line 2: ${QUOTES}.\nWrite it like this:\n  title: "Ours"`,
  ]);
});

test.each([
  ['one space too many', `   ${heroText.trim()}`, '3 spaces, but it should begin with 2 spaces'],
  ['one space too few', ` ${heroText.trim()}`, 'one space, but it should begin with 2 spaces'],
])('%s is told at the line that has it, with the spaces it needs', (_, written, says) => {
  expect(problemsAfter(change(HOME, heroText, written))).toEqual([
    `${HOME}, line ${lineOf(HOME, heroText)}: This line begins with ${says}, ${CLOSED}\n` +
      `Write it like this:\n  ${heroText}`,
  ]);
});

test('a field at the wrong depth is told where it belongs', () => {
  expect(problemsAfter(change(HOME, heroText, heroText.trim()))).toEqual([
    `${HOME}, line ${lineOf(HOME, heroText)}: "text" is here, but it is missing in "hero": it begins with too few or too many spaces.\n` +
      `Write it like this:\n  ${heroText}`,
  ]);
});

test('a tab is told as one, and the line is shown with spaces', () => {
  expect(problemsAfter(change(HOME, heroText, `\t${heroText.trim()}`))).toEqual([
    `${HOME}, line ${lineOf(HOME, heroText)}: This line begins with a tab. Only spaces may stand before a field: two for a tab.\n` +
      `Write it like this:\n  ${heroText}`,
  ]);
});

test('a field that is there twice is named with both lines', () => {
  const line = lineOf(GUIDE, 'hue: ');
  expect(problemsAfter(change(GUIDE, 'hue: teal', 'hue: teal\nhue: teal'))).toEqual([
    `${GUIDE}, line ${line + 1}: The field "hue" is there twice, on line ${line} and on line ${line + 1}.\n` +
      'Take one of the two lines out.',
  ]);
});

test('a field with a slip in its name is told once, with its own value', () => {
  expect(problemsAfter(change(GUIDE, 'hue: teal', 'heu: teal'))).toEqual([
    expect.stringMatching(
      /There is no field "heu"\.[^]*If you meant "hue", write:\n {2}hue: teal$/,
    ),
  ]);
});

test('a field that is missing deeper in is shown with its spaces', () => {
  expect(problemsAfter(change(HOME, `${heroText}\n`, ''))[0]).toMatch(
    /"text" in "hero" is missing\.[^]*Write it like this:\n {4}text: /,
  );
});

test('what cannot be guessed is told without a line to write', () => {
  const [problem] = problemsAfter(change(GUIDE, title, 'title: >x\n}{ "'));
  expect(problem).toContain(': From about here the fields cannot be read: ');
  expect(problem).not.toContain('Write it like this');
});

test.each([
  ['with an empty line before the text', '\n---\n\n', '\n\n'],
  ['right before the text', '\n---\n\n', '\n'],
])('three hyphens that do not close the fields are asked for (%s)', (_, from, to) => {
  expect(problemsAfter(change(FAQ, from, to))).toEqual([
    `${FAQ}, line 2: The three hyphens that close the fields are missing: a line with nothing but --- after the last field, before the text.\n` +
      'Write it like this:\n  question: One guide or the bundle?\n  ---',
  ]);
});

test('and are asked for too where the text has a line of hyphens of its own', () => {
  const text = (content.get(FAQ) ?? '').replace('\n---\n', '\n');
  expect(problemsAfter(add(FAQ, `${text}\n---\n\nMore.\n`))[0]).toContain(
    'line 2: The three hyphens that close the fields are missing',
  );
});

test('three hyphens that do not open the fields are asked for', () => {
  expect(problemsAfter(change(FAQ, '---\n', ''))).toEqual([
    `${FAQ}, line 1: The fields belong at the top of the file, between two lines of three hyphens. The first line should be ---\n` +
      'Write it like this:\n  ---\n  question: One guide or the bundle?',
  ]);
});

const asWindows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;

test('files saved by Windows, with a byte order mark and its line ends, are right', () => {
  expect(
    problemsAfter((files) => {
      for (const [file, text] of files) if (file.endsWith('.md')) files.set(file, asWindows(text));
    }),
  ).toEqual([]);
});
