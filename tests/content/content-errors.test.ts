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

const UNREADABLE_FIELDS =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space';
const COLON = 'Write a plain colon and a plain space after a field’s name, as in';
const UNREADABLE_CATALOG =
  'The file can’t be read from about here. Write each field as a name and a value, as in';
const TWICE = 'This field appears twice.';
const HYPHENS = 'The fields go at the top, between two lines of three hyphens (---).';
const ZONE = 'Write UTC, or the time zone of a city near you, such as "America/New_York".';
const CENTS = 'Write a whole number of US cents from 50 to 99999999, such as 899.';
const IN_TEXT_BELOW = 'In the text below the fields: ';
const PLACEHOLDERS = [
  'Remove it, or use one of these:',
  '{price:guide-1} {price:guide-2} {price:guide-3} {price:bundle}',
  '{separately} {saving} {guides} {lessons} {refundDays} {brand} {supportEmail}',
  '{imprint} {withMail} {withoutMail} {withBundle} {withoutBundle}.',
].join(' ');
const IN_PLACE = 'now. Replace this line';
const TITLE = 'title: A Jar';
const LONG = `"${'Words for {brand}. '.repeat(8)}"`;

test('finds nothing wrong with content/', async () => {
  expect(checkContent(await readContent('.')).errors).toEqual([]);
});

test('finds nothing wrong with the small test shop', () => {
  expect(problemsAfter()).toEqual([]);
});

type Mistake = {
  readonly name: string;
  /** The text that the mistake replaces. */
  readonly find: string | RegExp;
  readonly replaceWith: string;
  /** Part of the error: the field, its value, or the correct form. */
  readonly error: string;
  /**
   * Text from the line that the error refers to, if that is not the line of the mistake. Null if
   * the error has no line number.
   */
  readonly errorLine?: string | null;
};

const ERRORS: Readonly<Record<string, readonly Mistake[]>> = {
  [GUIDE]: [
    {
      name: 'a second colon in a field',
      find: TITLE,
      replaceWith: 'title: Seeds: in',
      error: UNREADABLE_FIELDS,
    },
    {
      name: 'a space before a field',
      find: TITLE,
      replaceWith: ' title: Seeds',
      error: UNREADABLE_FIELDS,
      errorLine: 'hue: teal',
    },
    {
      name: 'a tab before a field',
      find: TITLE,
      replaceWith: '\ttitle: Seeds',
      error: 'There is a tab before this field.',
    },
    {
      name: 'an unquoted date as a title',
      find: TITLE,
      replaceWith: 'title: 2026-11-01',
      error: '"title": Put straight quotes around this value, or it’s read as',
    },
    {
      name: 'an unquoted title with a #',
      find: TITLE,
      replaceWith: 'title: We are #1',
      error: 'Everything after the # would be lost.',
    },
    {
      name: 'an unquoted placeholder as a title',
      find: TITLE,
      replaceWith: 'title: {brand}',
      error: 'Put straight quotes around text that starts with {',
    },
    {
      name: 'a field that appears twice',
      find: 'pages: 15',
      replaceWith: 'hue: teal',
      error: TWICE,
    },
    {
      name: 'an age range with a hyphen',
      find: '11–14',
      replaceWith: '11-14',
      error: '"ages" is "11-14". Write two ages with a long dash (–) between',
    },
    {
      name: 'a misspelled hue',
      find: 'hue: teal',
      replaceWith: 'hue: tael',
      error: '"hue" is "tael". Write one of coral, teal, plum, moss.',
    },
    {
      name: 'a title that is too long',
      find: TITLE,
      replaceWith: `title: ${'A'.repeat(30)}`,
      error: 'Write a name of at most 24 characters, such as',
    },
    {
      name: 'a tagline that is too long',
      find: 'tagline: ',
      replaceWith: `tagline: ${'x'.repeat(50)}`,
      error: '"tagline" has 73 characters. Write at most',
    },
    {
      name: 'an empty lesson title',
      find: 'title: Lesson 3',
      replaceWith: 'title: ""',
      error: '"learn > 3 > title" is missing. Write at most 60',
    },
    {
      name: 'a number that is spelled out',
      find: 'lessonsOnHome: 10',
      replaceWith: 'lessonsOnHome: ten',
      error: 'is "ten". Write a number of lessons',
    },
    {
      name: 'a lesson count above the number of listed lessons',
      find: 'lessonsOnGuide: 10',
      replaceWith: 'lessonsOnGuide: 11',
      error: '"learn": List as many lessons here',
      errorLine: 'learn:',
    },
    {
      name: 'a “tonight” lesson without a preview',
      find: '  lesson: 5',
      replaceWith: '  lesson: 6',
      error: '"tonight > lesson" is 6. The list "preview" has no',
    },
    {
      name: 'two previews of the same lesson',
      find: '- lesson: 2',
      replaceWith: '- lesson: 5',
      error: '"preview > 2 > lesson" is 5. Lesson 5 is in "preview" tw',
    },
    {
      name: 'a preview of a lesson that is not in the list',
      find: '- lesson: 2',
      replaceWith: '- lesson: 11',
      error: 'is 11. The list "learn" has no lesson with this number.',
    },
    {
      name: 'a script line with two speakers',
      find: '- child: Can',
      replaceWith: '- you: Is it?\n        child: Can',
      error: 'Write either "child" or "you".',
    },
    {
      name: 'an unknown field',
      find: 'pages: 15',
      replaceWith: 'nice: 1\npages: 15',
      error: 'There is no field "nice". The fields are: product, ',
    },
    {
      name: 'an unknown field in a list',
      find: '- title: Lesson 1\n',
      replaceWith: '- x: x\n    title: Lesson 1\n',
      error: 'There is no field "learn > 1 > x".',
    },
    {
      name: 'a summary that placeholders make too long',
      find: /^summary: .*/m,
      replaceWith: `summary: ${LONG}`,
      error: '"summary" is too long. With its placeholders filled in, it has',
    },
    {
      name: 'a guide that sells the bundle',
      find: 'product: guide-2',
      replaceWith: 'product: bundle',
      error: 'has no guide with the id "bundle". Its guides are: ',
    },
    {
      name: 'a product that another guide sells',
      find: 'product: guide-2',
      replaceWith: 'product: guide-1',
      error: `"product": ${FIRST} already uses guide-1.`,
    },
    {
      name: 'a guide number that another guide has',
      find: 'number: 2',
      replaceWith: 'number: 1',
      error: `"number": ${FIRST} already uses 1. Each guide needs its own.`,
    },
  ],
  [CATALOG]: [
    {
      name: 'a missing comma',
      find: '"id": "guide-1",',
      replaceWith: '"id": "guide-1"',
      error: UNREADABLE_CATALOG,
      errorLine: '"product_type"',
    },
    {
      name: 'a product without its closing brace',
      find: '    },\n',
      replaceWith: '\n',
      error: UNREADABLE_CATALOG,
      errorLine: '    {\n      "id": "guide-2"',
    },
    {
      name: 'a file that ends too early',
      find: /\]\s*\}\s*$/,
      replaceWith: '',
      error: UNREADABLE_CATALOG,
    },
    {
      name: 'a field that appears twice',
      find: '"name"',
      replaceWith: '"id": "guide-1",\n"name"',
      error: TWICE,
    },
    {
      name: 'a price in dollars',
      find: '750',
      replaceWith: '7.51',
      error: `"products > 1 > price_in_cents" is 7.51. ${CENTS}`,
    },
    { name: 'a price below 50 cents', find: '750', replaceWith: '49', error: `is 49. ${CENTS}` },
    {
      name: 'a price above the maximum',
      find: '750',
      replaceWith: '100000000',
      error: `is 100000000. ${CENTS}`,
    },
    {
      name: 'a product name that is too long',
      find: '"name": "',
      replaceWith: `"name": "${'x'.repeat(250)}`,
      error: 'Write at most 250 characters, as in',
    },
    {
      name: 'an id with a capital letter and a space',
      find: '"guide-2"',
      replaceWith: '"Guide 2"',
      error: 'Use lowercase letters, digits and hyphens, as in "guide-1"',
    },
    {
      name: 'an id that another product has',
      find: '"guide-2"',
      replaceWith: '"guide-1"',
      error: 'Another product also has the id "guide-1". Each product needs its own.',
    },
    {
      name: 'a product type with a capital letter and a space',
      find: 'individual_guide_6_10',
      replaceWith: 'Guide 6',
      error: 'Use lowercase letters, digits and underscores',
    },
    {
      name: 'a product type that another product has',
      find: /individual_guide_11_14/,
      replaceWith: 'individual_guide_6_10',
      error: 'Another product also has the product_type "',
    },
    {
      name: 'a bundle whose product type is not “bundle”',
      find: '_type": "bundle"',
      replaceWith: '_type": "all"',
      error: 'No product has the product_type "bundle".',
      errorLine: '"products"',
    },
    {
      name: 'a PDF name with a space and a dash',
      find: 'Ages-6-10.pdf',
      replaceWith: 'Ages 6–10.PDF',
      error: 'Use letters, digits and hyphens, ending in ".pdf"',
    },
    {
      name: 'a PDF name that another product has',
      find: 'Ages-11-14.pdf',
      replaceWith: 'Ages-6-10.pdf',
      error: '-6-10.pdf". Another file in this catalog has the same',
    },
    {
      name: 'the field "file_name" from an earlier version',
      find: /"files": .*14.pdf.*/,
      replaceWith: '"file_name": "Coin-School-Ages-11-14.pdf",',
      error: `${IN_PLACE} with "files": [{"name":"Coin-School-Ages-11-14.pdf","label":"PDF"}]`,
    },
    {
      name: 'a product without files',
      find: /"files": .*14.pdf.*/,
      replaceWith: '"files": [],',
      error: 'Write a list with the guide’s PDF first, as in "files',
    },
    {
      name: 'a file without a label',
      find: '"label": "PDF"',
      replaceWith: '"label": ""',
      error: '"products > 1 > files > 1 > label" is missing. Write at m',
    },
    {
      name: 'the value "yes" where true is expected',
      find: '"is_active": true',
      replaceWith: '"is_active": "yes"',
      error: 'is "yes". Write true or false, without',
    },
    {
      name: 'a currency other than US dollars',
      find: '"usd"',
      replaceWith: '"eur"',
      error: '"currency" is "eur". Write usd, since the shop sells in US dollars.',
    },
    {
      name: 'an Etc/GMT time zone',
      find: '"UTC"',
      replaceWith: '"Etc/GMT+5"',
      error: 'Etc/GMT+5 is five hours behind UTC. Write the time zone of a',
    },
    {
      name: 'a time zone abbreviation',
      find: '"UTC"',
      replaceWith: '"EST"',
      error: `"time_zone" is "EST". ${ZONE}`,
    },
    {
      name: 'a missing time zone',
      find: '  "time_zone": "UTC",\n',
      replaceWith: '',
      error: `"time_zone" is missing. ${ZONE}`,
      errorLine: '{',
    },
    ...(['"tax": "exclusive"', '"invoices": true', '"adaptive_pricing": false'] as const).map(
      (line): Mistake => ({
        name: `the option ${line} with managed_payments`,
        find: '"products": [',
        replaceWith: `"checkout": { "managed_payments": true, ${line} }, "products": [`,
        error: 'Delete this line: with "managed_payments", Stripe does this itself.',
      }),
    ),
    {
      name: 'a bundle that costs as much as its guides',
      find: '1500',
      replaceWith: '2250',
      error: 'The bundle costs $22.50, but its guides cost only $22.50 together. Set',
    },
    {
      name: 'a placeholder in a product name',
      find: 'Complete Bundle"',
      replaceWith: '{brand}"',
      error: '"products > 4 > name": Placeholders are not filled in here.',
    },
  ],
  [HOME]: [
    {
      name: 'an empty group of fields',
      find: /hero:\n.*\n.*\n/,
      replaceWith: 'hero:\n',
      error: '"hero" is missing. It needs nested fields',
    },
    {
      name: 'a misspelled placeholder',
      find: '{lessons}',
      replaceWith: '{price:bundel}',
      error: '"bundle > text": {price:bundel} is not a placeholder. R',
    },
    {
      name: 'a guide that does not exist',
      find: 'guide: guide-1',
      replaceWith: 'guide: guide-7',
      error: 'There is no file content/guides/guide-7.md.',
    },
    {
      name: 'a lesson without a preview',
      find: 'lesson: 5',
      replaceWith: 'lesson: 6',
      error: `${FIRST} does not list lesson 6 under "preview". It lists: 5,`,
    },
  ],
  [LESSON]: [
    {
      name: 'a guide that does not exist',
      find: 'guide: guide-1',
      replaceWith: 'guide: guide-7',
      error: 'There is no file content/guides/guide-7.md.',
    },
    {
      name: 'a lesson without a preview',
      find: 'lesson: 5',
      replaceWith: 'lesson: 6',
      error: `${FIRST} does not list lesson 6 under "preview". It lists: 5,`,
    },
  ],
  [SECOND_LESSON]: [
    {
      name: 'a guide that does not exist',
      find: 'guide: guide-2',
      replaceWith: 'guide: guide-7',
      error: 'There is no file content/guides/guide-7.md.',
    },
    {
      name: 'a lesson without a preview',
      find: 'lesson: 5',
      replaceWith: 'lesson: 6',
      error: `${GUIDE} does not list lesson 6 under "preview". It lists: 5,`,
    },
    {
      name: 'a second free lesson for a guide',
      find: 'guide: guide-2',
      replaceWith: 'guide: guide-1',
      error:
        '"guide": content/lesson.md is already the free lesson of guide-1, and each guide can have only',
    },
    {
      name: 'missing text below the fields',
      find: /\n---\n\nIt may[^]*/,
      replaceWith: '\n---\n',
      error: 'The text is missing. Write it below the fields',
      errorLine: null,
    },
  ],
  'content/orders.md': [
    {
      name: 'an unknown placeholder',
      find: 'Above the files.',
      replaceWith: 'Buy {it}.',
      error: '"ready > text": {it} is not a placeholder.',
    },
  ],
  [SITE]: [
    {
      name: 'a newsletter address without a host',
      find: 'claim:',
      replaceWith: 'newsletter:\n  link: B\n  to: /news\n  text: A\nclaim:',
      error: '"newsletter > to" is "/news". Write a full address, such as https://',
      errorLine: '  text',
    },
    {
      name: 'a weekday as the end of a notice',
      find: 'claim:',
      replaceWith: 'notice:\n  text: Sale\n  until: Sunday\nclaim:',
      error: '"notice > until" is "Sunday". Write a date',
      errorLine: '  text',
    },
    {
      name: 'a notice that links to an unknown page',
      find: 'claim:',
      replaceWith: 'notice:\n  text: A\n  link: { text: B, to: /no }\n  until: 2026-11-01\nclaim:',
      error: '"notice > link > to": the shop has no page /no.',
      errorLine: '  text',
    },
    {
      name: 'a notice that links to a part of a page',
      find: 'claim:',
      replaceWith: 'notice:\n  text: A\n  link: { text: B, to: "#a" }\n  until: 2026-11-01\nclaim:',
      error: '"notice > link > to": #a is not a valid address.',
      errorLine: '  text',
    },
    {
      name: 'a word before an email address',
      find: 'supportEmail: ',
      replaceWith: 'supportEmail: to ',
      error: 'Write an email address, such as supp',
    },
  ],
  [FAQ]: [
    {
      name: 'a missing closing --- line',
      find: '\n---\n\n',
      replaceWith: '\n\n',
      error: HYPHENS,
      errorLine: '---',
    },
    {
      name: 'a missing opening --- line',
      find: '---\n',
      replaceWith: '',
      error: HYPHENS,
    },
    {
      name: 'an answer above the closing --- line',
      find: /\n---\n[^]*/,
      replaceWith: '\n\nYou save.\n\n---\n\nMore.\n',
      error: UNREADABLE_FIELDS,
      errorLine: '\nYou',
    },
    {
      name: 'a file that is not saved as UTF-8',
      find: 'You',
      replaceWith: '\uFFFD',
      error: 'The file isn’t saved as UTF-8, so its letters can’t be read.',
      errorLine: null,
    },
    {
      name: 'a file that is saved as UTF-16',
      find: 'You',
      replaceWith: 'H\0e\0',
      error: 'The file isn’t saved as UTF-8',
      errorLine: null,
    },
    {
      name: 'a missing answer',
      find: /\nYou.*/,
      replaceWith: '',
      error: 'The text is missing. Write it below the fields, after the second ---',
      errorLine: null,
    },
    {
      name: 'a misspelled placeholder',
      find: '{saving}',
      replaceWith: '{savings}',
      error: `${IN_TEXT_BELOW}{savings} is not a placeholder. ${PLACEHOLDERS}`,
    },
    {
      name: 'an unmatched brace',
      find: '{saving}',
      replaceWith: '{saving',
      error: 'A brace is missing its partner: {saving. Use braces only for',
    },
    {
      name: '{withoutBundle} inside a paragraph',
      find: 'You',
      replaceWith: 'You {withoutBundle}',
      error: '{withoutBundle}: It goes at the start of a paragraph',
    },
    {
      name: '{withMail} inside a paragraph',
      find: 'You',
      replaceWith: 'You {withMail}',
      error: '{withMail}: It goes at the start of a paragraph',
    },
    {
      name: 'a picture',
      find: 'You',
      replaceWith: '![A jar](jar.png) You',
      error: `${IN_TEXT_BELOW}pictures don’t work in this text`,
    },
    {
      name: 'an HTML comment',
      find: 'You',
      replaceWith: '<!-- ask Jo --> You',
      error: `${IN_TEXT_BELOW}readers could see this comment`,
    },
    {
      name: 'an HTML heading',
      find: 'You',
      replaceWith: '<h1>You</h1>\n\nYou',
      error: `${IN_TEXT_BELOW}HTML doesn’t work here.`,
    },
    {
      name: 'four spaces before a paragraph',
      find: 'You',
      replaceWith: '    You',
      error: `${IN_TEXT_BELOW}a paragraph that starts with four spaces or a tab`,
    },
    {
      name: 'a link to an unknown page',
      find: 'You',
      replaceWith: '[You](/refund)',
      error: `${IN_TEXT_BELOW}the shop has no page /refund. It has: /, /about, `,
    },
    {
      name: 'a link to an unknown printable',
      find: 'You',
      replaceWith: '[You](/printables/x.pdf)',
      error: `${IN_TEXT_BELOW}the shop has no page /printables/x.pdf.`,
    },
    {
      name: 'a link to an unknown part of the FAQ',
      find: 'You',
      replaceWith: '[You](/faqs#no-such)',
      error: 'the page /faqs has no part #no-such. It has: bundle, which-guide.',
    },
    {
      name: 'a link to an unknown part of the same page',
      find: 'You',
      replaceWith: '[You](#no-such)',
      error: 'the page /faqs has no part #no-such. It has: ',
    },
    {
      name: 'a link to an unknown part of the About page',
      find: 'You',
      replaceWith: '[You](/about#no-such)',
      error: 'the page /about has no part #no-such. It has: main, mission, ',
    },
    {
      name: 'a link to an unknown part of a guide’s page',
      find: 'You',
      replaceWith: '[You](/guide-1#no-such)',
      error: 'the page /guide-1 has no part #no-such. It has: ',
    },
    {
      name: 'a link to an unknown part of the home page',
      find: 'You',
      replaceWith: '[You](/?code=A#no-such)',
      error: 'the page / has no part #no-such. It has: ',
    },
    {
      name: 'a link to an unknown part of the terms',
      find: 'You',
      replaceWith: '[You](/terms#no-such)',
      error: 'the page /terms has no part #no-such. It has: ',
    },
    {
      name: 'a link with a misspelled protocol',
      find: 'You',
      replaceWith: '[You](htps://x.example)',
      error: 'htps://x.example is not a valid address. Write a full',
    },
    {
      name: 'a reference link without a slash',
      find: 'You',
      replaceWith: '[1]: refunds\n\n[You][1]',
      error: 'refunds is not a valid address.',
    },
    {
      name: 'a missing space after a field’s colon',
      find: 'question: ',
      replaceWith: 'question:',
      error: COLON,
    },
    {
      name: 'a no-break space after a field’s colon',
      find: 'question: ',
      replaceWith: 'question:\u00A0',
      error: COLON,
    },
    {
      name: 'a full-width colon after a field’s name',
      find: 'question: ',
      replaceWith: 'question\uFF1A',
      error: COLON,
    },
    {
      name: 'an HTML entity in a question',
      find: 'or all?',
      replaceWith: 'or &amp; all?',
      error: '"question": Codes such as &amp; or &ndash; are shown exactly',
    },
    {
      name: 'bold text in a question',
      find: 'or all?',
      replaceWith: 'or **all**?',
      error: '"question": Markdown works only in the text below the fields.',
    },
    {
      name: 'a link in a question',
      find: 'or all?',
      replaceWith: 'or [all](/faqs)?',
      error: '"question": Markdown works only in the text below the',
    },
    {
      name: 'HTML in a question',
      find: 'or all?',
      replaceWith: 'or <b>all</b>?',
      error: '"question": HTML doesn’t work here, and parents would see',
    },
    {
      name: 'an invisible character in a question',
      find: /question: .*/,
      replaceWith: 'question: "Or\\u0008 all?"',
      error: '"question": There is an invisible character',
    },
    {
      name: 'an invisible character in an answer',
      find: 'You',
      replaceWith: 'Y\u0008ou',
      error: 'There is an invisible character that browsers can’t show',
    },
    {
      name: 'an HTML entity for an invisible character',
      find: 'You',
      replaceWith: 'Y&#8;ou',
      error: `${IN_TEXT_BELOW}There is an invisible character`,
    },
    {
      name: 'a Unicode noncharacter',
      find: 'You',
      replaceWith: 'Y\uFFFEou',
      error: 'can’t show. Delete the words around it, and type them again (U+FFFE)',
    },
    {
      name: 'a long dash in the opening --- line',
      find: '---\n',
      replaceWith: '—-\n',
      error: 'This line has a long dash (—)',
      errorLine: '---',
    },
    {
      name: 'a long dash in the closing --- line',
      find: '\n---\n\n',
      replaceWith: '\n—-\n\n',
      error: 'This line has a long dash (—)',
      errorLine: '---\n\n',
    },
    {
      name: '{withMail} in a question',
      find: 'or all?',
      replaceWith: 'or {withMail}?',
      error: '"question": {withMail} is not a placeholder.',
    },
  ],
  'content/legal/terms.md': [
    {
      name: 'an impossible date',
      find: '2026-11-01',
      replaceWith: '2026-13-40',
      error: '"updated" is "2026-13-40". Write a date, such as 2026-11-01.',
    },
    {
      name: 'a first-level heading',
      find: '## What',
      replaceWith: '# What',
      error: `${IN_TEXT_BELOW}start a heading with ##`,
    },
    {
      name: 'an underlined first-level heading',
      find: '## What',
      replaceWith: 'What\n====\n\n## What',
      error: `${IN_TEXT_BELOW}start a heading with ##`,
    },
  ],
  'content/articles/coins.md': [
    {
      name: 'a guide that does not exist',
      find: 'guide: guide-1',
      replaceWith: 'guide: guide-9',
      error: 'There is no file content/guides/guide-9.md.',
    },
  ],
  [LOGO]: [
    {
      name: 'a misspelled picture name',
      find: 'library.svg',
      replaceWith: 'libary.svg',
      error: 'There is no picture "libary.svg" in content/logos. Available pictures',
    },
  ],
  [RECEIPT]: [
    {
      name: 'a link to a part of a page',
      find: 'Hello.',
      replaceWith: '[Hello](#bundle).',
      error: 'a link in an email needs the address of a page before the #.',
    },
    {
      name: 'a placeholder from another email',
      find: 'Hello.',
      replaceWith: 'Hello, {orders}.',
      error: `${IN_TEXT_BELOW}{orders} is not a placeholder.`,
    },
    {
      name: 'a missing link',
      find: 'button: Go on',
      replaceWith: '# no button',
      error: '{link} is missing. Add it',
      errorLine: '\nHello.',
    },
  ],
  'content/mail/find-purchase.md': [
    {
      name: 'a missing list of orders',
      find: '{orders}',
      replaceWith: '',
      error: '{orders} is missing',
      errorLine: '\nHello.',
    },
  ],
  'content/mail/new-edition.md': [
    {
      name: 'a missing unsubscribe link',
      find: '{stop}',
      replaceWith: '',
      error: '{stop} is missing',
      errorLine: '\nHello.',
    },
  ],
  [ABOUT]: [
    {
      name: 'a title that placeholders make too long',
      find: /^title: .*/m,
      replaceWith: `title: ${'A title '.repeat(7)}`,
      error: '"title" is too long. With its placeholders filled in, it has 69',
    },
  ],
};

const rows = Object.entries(ERRORS).flatMap(([file, mistakes]) =>
  mistakes.map((mistake) => ({ file, ...mistake })),
);
test.each(rows)(
  'reports $name in $file',
  ({ file, find, replaceWith, error, errorLine = find }) => {
    const [problem, ...others] = problemsAfter(change(file, find, replaceWith));
    expect(others).toEqual([]);
    expect(problem).toContain(error);
    const [before = ''] = errorLine === null ? [] : (SMALL_SHOP.get(file)?.split(errorLine) ?? []);
    const line = errorLine === null ? '' : `, line ${before.split('\n').length}`;
    expect(problem).toMatch(new RegExp(`^${file}${line}: `));
  },
);

test('reports the other mistakes in a file that has an invalid field', () => {
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
    name: 'an additional product',
    edits: [change(CATALOG, '"products": [', `"products": [ ${MORE}`)],
  },
  {
    name: 'a bundle that costs more than its guides but is not for sale',
    edits: [change(CATALOG, '1500', '9900'), offSale('bundle')],
  },
  {
    name: 'files that were saved on Windows and contain tabs',
    edits: [saveOnWindows],
  },
])('accepts $name', ({ edits }) => {
  expect(problemsAfter(...edits)).toEqual([]);
});

test('compares the price of the bundle only with the prices of active guides', () => {
  expect(problemsAfter(offSale('individual_guide_11_14'))).toEqual([
    expect.stringContaining('but its guides cost only $15.00 together'),
  ]);
});

test('reports a misspelled field as unknown and the intended field as missing', () => {
  expect(problemsAfter(change(GUIDE, 'hue: teal', 'heu: teal'))).toEqual([
    expect.stringContaining('"hue" is missing.'),
    expect.stringMatching(/^.*, line 5: There is no field "heu"\. The fields are: .*, hue, /),
  ]);
});

test('reports a field at the wrong nesting level as both unknown and missing', () => {
  expect(problemsAfter(change(HOME, /^ {2}text:/m, 'text:'))).toEqual([
    expect.stringContaining('line 4: "hero > text" is missing. Write a sentence or two, such as'),
    expect.stringContaining('line 6: There is no field "text".'),
  ]);
});

test('reports the errors from all files in one run', () => {
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

  test('lists the remaining samples', () => {
    expect(samples).toEqual([CREATOR, LOGO]);
  });

  test('lists what the owner still has to write', () => {
    expect(missing.map((what) => /\((\S+)/.exec(what)?.[1])).toEqual([
      'about',
      'license',
      'legalName',
      'postalAddress',
      'content/creator.jpg)',
    ]);
  });

  test('lists what the owner still has to decide', () => {
    expect(questions).toEqual([
      `${SITE}: the figure 88% has no source. Add one in the field "claim > source".`,
      `${GUIDE}: the home page says 11 lessons, but the guide’s own page says 10. Correct one of them.`,
    ]);
  });

  test('lists nothing once everything is done', () => {
    const done = edited(
      change(SITE, 'claim:', 'legalName: Jo\npostalAddress: 1 Elm St\nclaim:\n  source: A survey'),
      change(CREATOR, 'sample: true', 'about: She plans.\nlicense: https://x.example'),
      change(LOGO, 'sample: true', 'sample: false'),
      (files) => files.set('content/creator.webp', ''),
    );
    expect(findLaunchTasks(done)).toEqual({ samples: [], missing: [], questions: [], waiting: [] });
  });
});
