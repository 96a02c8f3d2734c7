import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { readContent } from '../../src/content/check/read-files.ts';
import { findLaunchTasks } from '../../src/content/check/launch-tasks.ts';
import { SMALL_SHOP, type Edit, change, edited, problemsAfter } from './small-shop.ts';

const HOME = 'content/home.md';
const CREATOR = 'content/creator.md';
const LOGO = 'content/logos/01-library.md';
const ABOUT = 'content/about.md';
const SITE = 'content/site.md';
const FIRST = 'content/guides/guide-1.md';
const GUIDE = 'content/guides/guide-2.md';
const FAQ = 'content/faqs/05-bundle.md';
const RECEIPT = 'content/mail/receipt.md';
const CATALOG = 'content/catalog.json';
const LESSON = 'content/lesson.md';
const SECOND_LESSON = 'content/lessons/second.md';

const NO_YAML =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space';
const COLON = 'After a field’s name comes a plain colon and a plain space, as in';
const NO_JSON =
  'The file can’t be read from about here. Write each field as a name and a value, as in';
const TWICE = 'This field appears twice.';
const HYPHENS = 'The fields go at the top, between two lines of three hyphens (---).';
const ZONE = 'Write UTC, or the time zone of a city near you, as in "America/New_York".';
const CENTS = 'Write a whole number of US cents from 50 to 99999999, as in 899.';
const BELOW = 'In the text below the fields: ';
const PLACEHOLDERS = [
  'Remove it, or use one of these:',
  '{price:guide-1} {price:guide-2} {price:guide-3} {price:bundle}',
  '{separately} {saving} {guides} {lessons} {refundDays} {brand} {supportEmail}',
  '{imprint} {withMail} {withoutMail} {withBundle} {withoutBundle}.',
].join(' ');
const IN_PLACE = 'now. In place of this line';
const TITLE = 'title: A Jar';
const LONG = `"${'Words for {brand}. '.repeat(8)}"`;

test('finds nothing wrong with content/', async () => {
  expect(checkContent(await readContent('.')).errors).toEqual([]);
});

test('finds nothing wrong with the small shop, which uses everything that is allowed', () => {
  expect(problemsAfter()).toEqual([]);
});

/**
 * A text, its replacement, and the error: the field, its value and the right form. If the error
 * names another line than that of the text, `at` is a text there. It is null if it names none.
 */
type Wrong = readonly [from: string | RegExp, to: string, says: string, at?: string | null];

const ERRORS: Readonly<Record<string, readonly Wrong[]>> = {
  [GUIDE]: [
    [TITLE, 'title: Seeds: in', NO_YAML],
    [TITLE, ' title: Seeds', NO_YAML, 'hue: teal'],
    [TITLE, '\ttitle: Seeds', 'There is a tab before this field.'],
    [TITLE, 'title: 2026-11-01', '"title": Put straight quotes around this value, or it’s read as'],
    [TITLE, 'title: We are #1', 'Everything after # would be left out.'],
    [TITLE, 'title: {brand}', 'Put straight quotes around text that starts with {'],
    ['pages: 15', 'hue: teal', TWICE],
    ['11–14', '11-14', '"ages" is "11-14". Write two ages with a long dash (–) between'],
    ['hue: teal', 'hue: tael', '"hue" is "tael". Write one of coral, teal, plum, moss.'],
    [TITLE, `title: ${'A'.repeat(30)}`, 'Write a name of at most 24 characters, as in'],
    ['tagline: ', `tagline: ${'x'.repeat(50)}`, '"tagline" has 73 characters. Write at most'],
    ['title: Lesson 3', 'title: ""', '"learn > 3 > title" is missing. Write at most 60'],
    ['lessonsOnHome: 10', 'lessonsOnHome: ten', 'is "ten". Write a number of lessons'],
    ['lessonsOnGuide: 10', 'lessonsOnGuide: 11', '"learn": List as many lessons here', 'learn:'],
    ['  lesson: 5', '  lesson: 6', '"tonight > lesson" is 6. The list "preview" has no'],
    ['- lesson: 2', '- lesson: 5', '"preview > 2 > lesson" is 5. Lesson 5 is in "preview" tw'],
    ['- lesson: 2', '- lesson: 11', 'is 11. The list "learn" has no lesson with this number.'],
    ['- child: Can', '- you: Is it?\n        child: Can', 'Write either "child" or "you".'],
    ['pages: 15', 'nice: 1\npages: 15', 'There is no field "nice". The fields are: product, '],
    ['- title: Lesson 1\n', '- x: x\n    title: Lesson 1\n', 'There is no field "learn > 1 > x".'],
    [/^summary: .*/m, `summary: ${LONG}`, '"summary" is too long. Filled in, it has'],
    ['product: guide-2', 'product: bundle', 'has no product "bundle". It has: guide-1, '],
    ['product: guide-2', 'product: guide-1', `"product": ${FIRST} already uses guide-1.`],
    ['number: 2', 'number: 1', `"number": ${FIRST} already uses 1. Each guide needs its own.`],
  ],
  [CATALOG]: [
    ['"id": "guide-1",', '"id": "guide-1"', NO_JSON, '"product_type"'],
    ['    },\n', '\n', NO_JSON, '    {\n      "id": "guide-2"'],
    [/\]\s*\}\s*$/, '', NO_JSON],
    ['"name"', '"id": "guide-1",\n"name"', TWICE],
    ['750', '7.51', `"products > 1 > price_in_cents" is 7.51. ${CENTS}`],
    ['750', '49', `is 49. ${CENTS}`],
    ['750', '100000000', `is 100000000. ${CENTS}`],
    ['"name": "', `"name": "${'x'.repeat(250)}`, 'Write at most 250 characters, as in'],
    ['"guide-2"', '"Guide 2"', 'Use lower-case letters, digits and hyphens, as in "guide-1"'],
    ['"guide-2"', '"guide-1"', 'Another product has the id "guide-1" too; each needs its own.'],
    ['individual_guide_6_10', 'Guide 6', 'Use lower-case letters, digits and underscores'],
    [/individual_guide_11_14/, 'individual_guide_6_10', 'Another product has the product_type "'],
    ['_type": "bundle"', '_type": "all"', 'must have the product_type "bundle"', '"products"'],
    ['Ages-6-10.pdf', 'Ages 6–10.PDF', 'Use letters, digits and hyphens, ending in ".pdf"'],
    ['Ages-11-14.pdf', 'Ages-6-10.pdf', '-6-10.pdf". Another file in this catalog has the same'],
    [
      /"files": .*14.pdf.*/,
      '"file_name": "Coin-School-Ages-11-14.pdf",',
      `${IN_PLACE}, write "files": [{"name":"Coin-School-Ages-11-14.pdf","label":"PDF"}]`,
    ],
    [
      /"files": .*14.pdf.*/,
      '"files": [],',
      'Write a list with the guide’s PDF first, as in "files',
    ],
    ['"label": "PDF"', '"label": ""', '"products > 1 > files > 1 > label" is missing. Write at m'],
    ['"is_active": true', '"is_active": "yes"', 'is "yes". Write true or false, without'],
    ['"usd"', '"eur"', '"currency" is "eur". Write usd, since the shop sells in US dollars.'],
    ['"UTC"', '"Etc/GMT+5"', 'Etc/GMT+5 is five hours behind London. Write the time zone of a'],
    ['"UTC"', '"EST"', `"time_zone" is "EST". ${ZONE}`],
    ['  "time_zone": "UTC",\n', '', `"time_zone" is missing. ${ZONE}`, '{'],
    ...(['"tax": "exclusive"', '"invoices": true', '"adaptive_pricing": false'] as const).map(
      (line): Wrong => [
        '"products": [',
        `"checkout": { "managed_payments": true, ${line} }, "products": [`,
        'Delete this line: with "managed_payments", Stripe does this itself.',
      ],
    ),
    ['1500', '2250', 'The bundle costs $22.50, but its guides cost only $22.50 together. Set'],
    ['Complete Bundle"', '{brand}"', '"products > 4 > name": Placeholders are not filled in here.'],
  ],
  [HOME]: [
    [/hero:\n.*\n.*\n/, 'hero:\n', '"hero" is missing. It needs nested fields'],
    ['{lessons}', '{price:bundel}', '"bundle > text": {price:bundel} is not a placeholder. R'],
    ['guide: guide-1', 'guide: guide-7', 'There is no file content/guides/guide-7.md.'],
    ['lesson: 5', 'lesson: 6', `${FIRST} does not list lesson 6 under "preview". It lists: 5,`],
  ],
  [LESSON]: [
    ['guide: guide-1', 'guide: guide-7', 'There is no file content/guides/guide-7.md.'],
    ['lesson: 5', 'lesson: 6', `${FIRST} does not list lesson 6 under "preview". It lists: 5,`],
  ],
  [SECOND_LESSON]: [
    ['guide: guide-2', 'guide: guide-7', 'There is no file content/guides/guide-7.md.'],
    ['lesson: 5', 'lesson: 6', `${GUIDE} does not list lesson 6 under "preview". It lists: 5,`],
    [
      'guide: guide-2',
      'guide: guide-1',
      '"guide": content/lesson.md is already the free lesson of guide-1, and each guide can have only',
    ],
    [/\n---\n\nIt may[^]*/, '\n---\n', 'The text is missing. Write it below the fields', null],
  ],
  'content/orders.md': [
    ['Above the files.', 'Buy {it}.', '"ready > text": {it} is not a placeholder.'],
  ],
  [SITE]: [
    [
      'claim:',
      'newsletter:\n  link: B\n  to: /news\n  text: A\nclaim:',
      '"newsletter > to" is "/news". Write a full address, as in https://',
      '  text',
    ],
    [
      'claim:',
      'notice:\n  text: Sale\n  until: Sunday\nclaim:',
      '"notice > until" is "Sunday". Write a date',
      '  text',
    ],
    [
      'claim:',
      'notice:\n  text: A\n  link: { text: B, to: /no }\n  until: 2026-11-01\nclaim:',
      '"notice > link > to": the shop has no page /no.',
      '  text',
    ],
    [
      'claim:',
      'notice:\n  text: A\n  link: { text: B, to: "#a" }\n  until: 2026-11-01\nclaim:',
      '"notice > link > to": #a is not a working address.',
      '  text',
    ],
    ['supportEmail: ', 'supportEmail: to ', 'Write an email address, as in supp'],
  ],
  [FAQ]: [
    ['\n---\n\n', '\n\n', HYPHENS, '---'],
    ['---\n', '', HYPHENS],
    [/\n---\n[^]*/, '\n\nYou save.\n\n---\n\nMore.\n', NO_YAML, '\nYou'],
    ['You', '\uFFFD', 'The file isn’t saved as UTF-8, so its letters can’t be read.', null],
    ['You', 'H\0e\0', 'The file isn’t saved as UTF-8', null],
    [/\nYou.*/, '', 'The text is missing. Write it below the fields, after the second ---', null],
    ['{saving}', '{savings}', `${BELOW}{savings} is not a placeholder. ${PLACEHOLDERS}`],
    ['{saving}', '{saving', 'A brace is missing its partner: {saving. Use braces only for'],
    ['You', 'You {withoutBundle}', '{withoutBundle}: It goes at the start of a paragraph'],
    ['You', 'You {withMail}', '{withMail}: It goes at the start of a paragraph'],
    ['You', '![A jar](jar.png) You', `${BELOW}pictures don’t work in this text`],
    ['You', '<!-- ask Jo --> You', `${BELOW}a comment would reach every reader`],
    ['You', '<h1>You</h1>\n\nYou', `${BELOW}HTML doesn’t work in texts.`],
    ['You', '    You', `${BELOW}four spaces or a tab before a paragraph`],
    ['You', '[You](/refund)', `${BELOW}the shop has no page /refund. It has: /, /about, `],
    ['You', '[You](/printables/x.pdf)', `${BELOW}the shop has no page /printables/x.pdf.`],
    [
      'You',
      '[You](/faqs#no-such)',
      'the page /faqs has no part #no-such. It has: bundle, which-guide.',
    ],
    ['You', '[You](#no-such)', 'the page /faqs has no part #no-such. It has: '],
    [
      'You',
      '[You](/about#no-such)',
      'the page /about has no part #no-such. It has: main, mission, ',
    ],
    ['You', '[You](/guide-1#no-such)', 'the page /guide-1 has no part #no-such. It has: '],
    ['You', '[You](/?code=A#no-such)', 'the page / has no part #no-such. It has: '],
    ['You', '[You](/terms#no-such)', 'the page /terms has no part #no-such. It has: '],
    ['You', '[You](htps://x.example)', 'htps://x.example is not a working address. Write a full'],
    ['You', '[1]: refunds\n\n[You][1]', 'refunds is not a working address.'],
    ['question: ', 'question:', COLON],
    ['question: ', 'question:\u00A0', COLON],
    ['question: ', 'question\uFF1A', COLON],
    ['or all?', 'or &amp; all?', '"question": Codes such as &amp; or &ndash; are printed as'],
    ['or all?', 'or **all**?', '"question": Markdown works only in the text below the fields.'],
    ['or all?', 'or [all](/faqs)?', '"question": Markdown works only in the text below the'],
    ['or all?', 'or <b>all</b>?', '"question": HTML doesn’t work here, and parents would see'],
    [/question: .*/, 'question: "Or\\u0008 all?"', '"question": There is an invisible character'],
    ['You', 'Y\u0008ou', 'There is an invisible character that readers’ programs can’t show'],
    ['You', 'Y&#8;ou', `${BELOW}There is an invisible character`],
    ['You', 'Y\uFFFEou', 'can’t show. Delete the words around it, and type them again (U+FFFE)'],
    ['---\n', '—-\n', 'This line has a long dash (—)', '---'],
    ['\n---\n\n', '\n—-\n\n', 'This line has a long dash (—)', '---\n\n'],
    ['or all?', 'or {withMail}?', '"question": {withMail} is not a placeholder.'],
  ],
  'content/legal/terms.md': [
    ['2026-11-01', '2026-13-40', '"updated" is "2026-13-40". Write a date, as in 2026-11-01.'],
    ['## What', '# What', `${BELOW}start a heading with ##`],
    ['## What', 'What\n====\n\n## What', `${BELOW}start a heading with ##`],
  ],
  'content/articles/coins.md': [
    ['guide: guide-1', 'guide: guide-9', 'There is no file content/guides/guide-9.md.'],
  ],
  [LOGO]: [
    [
      'library.svg',
      'libary.svg',
      'There is no picture "libary.svg" in content/logos. Available pictures',
    ],
  ],
  [RECEIPT]: [
    [
      'Hello.',
      '[Hello](#bundle).',
      'an email has no parts to link to. Write the address of a page.',
    ],
    ['Hello.', 'Hello, {orders}.', `${BELOW}{orders} is not a placeholder.`],
    ['button: Go on', '# no button', '{link} is missing. Without it, the email leads', '\nHello.'],
  ],
  'content/mail/find-purchase.md': [['{orders}', '', '{orders} is missing', '\nHello.']],
  'content/mail/new-edition.md': [['{stop}', '', '{stop} is missing', '\nHello.']],
  [ABOUT]: [
    [/^title: .*/m, `title: ${'A title '.repeat(7)}`, '"title" is too long. Filled in, it has 69'],
  ],
};

const rows = Object.entries(ERRORS).flatMap(([file, errors]) =>
  errors.map((wrong) => ({ file, wrong })),
);
test.each(rows)('reports $wrong.0 written as $wrong.1 in $file', ({ file, wrong }) => {
  const [from, to, says, at = from] = wrong;
  const [problem, ...others] = problemsAfter(change(file, from, to));
  expect(others).toEqual([]);
  expect(problem).toContain(says);
  const [before = ''] = at === null ? [] : (SMALL_SHOP.get(file)?.split(at) ?? []);
  const line = at === null ? '' : `, line ${before.split('\n').length}`;
  expect(problem).toMatch(new RegExp(`^${file}${line}: `));
});

test('reports other mistakes in a file with a wrong field too', () => {
  const problems = problemsAfter(
    change('content/legal/terms.md', '2026-11-01', 'soon'),
    change('content/legal/terms.md', /^title: .*$/m, 'title: Terms &amp; more'),
    change('content/legal/terms.md', '## What', '[Refunds](/no-such-page)\n\n## What'),
  ).join('\n');
  expect(problems).toContain('"updated" is "soon".');
  expect(problems).toContain('Codes such as &amp;');
  expect(problems).toContain('the shop has no page /no-such-page.');
});

const offSale = (type: string): Edit =>
  change(
    CATALOG,
    new RegExp(`(?<="product_type": "${type}"(?:(?!"is_active")[^])*"is_active": )true`),
    'false',
  );
const MORE = `{ "id": "more", "product_type": "${'x'.repeat(64)}", "name": "More",
  "price_in_cents": 50, "files": [
    { "name": "More.pdf", "label": "PDF" },
    { "name": "Large.pdf", "label": "Large print" }
  ], "is_active": true },`;

const saveOnWindows: Edit = (files) => {
  for (const [file, text] of files) {
    if (/\.(?:svg|png|pdf)$/.test(file)) continue;
    const saved = file === CATALOG ? text.replaceAll(/^ +/gm, '\t') : text;
    files.set(file, `\uFEFF${saved.replaceAll('\n', '\r\n')}`);
  }
};

test.each<{ name: string; edits: readonly Edit[] }>([
  {
    name: 'a city’s time zone',
    edits: [change(CATALOG, '"UTC"', '"America/New_York"')],
  },
  {
    name: 'one more product',
    edits: [change(CATALOG, '"products": [', `"products": [ ${MORE}`)],
  },
  {
    name: 'a bundle off sale at any price',
    edits: [change(CATALOG, '1500', '9900'), offSale('bundle')],
  },
  {
    name: 'files saved on Windows, with tabs',
    edits: [saveOnWindows],
  },
])('finds nothing wrong with $name', ({ edits }) => {
  expect(problemsAfter(...edits)).toEqual([]);
});

test('compares the price of the bundle with guides on sale only', () => {
  expect(problemsAfter(offSale('individual_guide_11_14'))).toEqual([
    expect.stringContaining('but its guides cost only $15.00 together'),
  ]);
});

test('reports a misspelled field as unknown and as missing', () => {
  expect(problemsAfter(change(GUIDE, 'hue: teal', 'heu: teal'))).toEqual([
    expect.stringContaining('"hue" is missing.'),
    expect.stringMatching(/^.*, line 5: There is no field "heu"\. The fields are: .*, hue, /),
  ]);
});

test('reports a field at the wrong depth as unknown and as missing', () => {
  expect(problemsAfter(change(HOME, /^ {2}text:/m, 'text:'))).toEqual([
    expect.stringContaining('line 4: "hero > text" is missing. Write a sentence or two, as in'),
    expect.stringContaining('line 6: There is no field "text".'),
  ]);
});

test('reports the errors of all files at once', () => {
  const problems = problemsAfter(
    change(GUIDE, 'number: 2', 'number: two'),
    change(GUIDE, 'hue: teal', 'hue: tael'),
    change(CATALOG, '"is_active": true\n', '"is_active": true,\n'),
    (files) => files.set('content/faqs/13-new.txt', ''),
  );
  const files = problems.map((problem) => problem.split(/[:,]/)[0]);
  expect(files).toEqual(['content/faqs/13-new.txt', CATALOG, GUIDE, GUIDE]);
});

describe('before the shop opens', () => {
  const uncounted = change(GUIDE, 'lessonsOnHome: 10', 'lessonsOnHome: 11');
  const { samples, missing, questions } = findLaunchTasks(edited(uncounted));

  test('lists the samples that are left', () => {
    expect(samples).toEqual([CREATOR, LOGO]);
  });

  test('lists what the owner should still write', () => {
    expect(missing.map((what) => /\((\S+)/.exec(what)?.[1])).toEqual([
      'about',
      'license',
      'legalName',
      'postalAddress',
      'content/creator.jpg)',
    ]);
  });

  test('lists what the owner should decide', () => {
    expect(questions).toEqual([
      `${SITE}: the 88% has no source. Add it as "claim > source".`,
      `${GUIDE}: the home page says 11 lessons, the guide’s own page 10.`,
    ]);
  });

  test('lists nothing once all is done', () => {
    const done = edited(
      change(SITE, 'claim:', 'legalName: Jo\npostalAddress: 1 Elm St\nclaim:\n  source: A survey'),
      change(CREATOR, 'sample: true', 'about: She plans.\nlicense: https://x.example'),
      change(LOGO, 'sample: true', 'sample: false'),
      (files) => files.set('content/creator.webp', ''),
    );
    expect(findLaunchTasks(done)).toEqual({ samples: [], missing: [], questions: [], waiting: [] });
  });
});
