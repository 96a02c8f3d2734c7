import { MAIL_PLACEHOLDERS, type MailName } from '../../src/contract/mail.ts';
import { mailFile } from '../../src/content/schemas/mail.ts';
import type { Content } from '../../src/content/check.ts';

const product = (id: string, type: string, file: string, cents: number) => ({
  id,
  product_type: type,
  name: `Coin School: ${file.replaceAll('-', ' ')}`,
  price_in_cents: cents,
  file_name: `Coin-School-${file}.pdf`,
  is_active: true,
});

const CATALOGUE = {
  currency: 'usd',
  time_zone: 'UTC',
  stamp: true,
  products: [
    product('guide-1', 'individual_guide_6_10', 'Ages-6-10', 750),
    product('guide-2', 'individual_guide_11_14', 'Ages-11-14', 750),
    product('guide-3', 'individual_guide_15_18', 'Ages-15-18', 750),
    product('bundle', 'bundle', 'Complete-Bundle', 1500),
  ],
};

const LESSONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const lesson = (number: number): string =>
  `  - title: Lesson ${number}\n    scene: What happens in it.`;

const preview = (number: number): string => `  - lesson: ${number}
    read: What the lesson is about.
    together: What to do together.
    script:
      - child: Can I have this?
      - you: Is it on our list?`;

const guide = (number: number, ages: string, hue: string, art: string): string => `---
product: guide-${number}
number: ${number}
ages: ${ages}
hue: ${hue}
art: ${art}
title: A Jar
tagline: What a parent would say
summary: Two sentences for the card. They are short.
lessonsOnHome: 10
lessonsOnGuide: 10
pages: 15
fileSize: about 2MB
tonight:
  lesson: 5
  ready: a jar
learn:
${LESSONS.map(lesson).join('\n')}
included:
  - title: A savings chart
    detail: One square a week.
preview:
${[5, 2, 10].map(preview).join('\n')}
questions:
  - question: How much allowance?
    answer: As much as fits your week.
---

Why it works.
`;

/** Fields with a heading each, and with a text below it. */
const headings = (...names: readonly string[]): string =>
  names.map((name) => `${name}:\n  heading: Over the ${name}`).join('\n');
const headed = (name: string, text: string): string => `${headings(name)}\n  text: ${text}`;

const point = (title: string): string => `    - title: ${title}\n      text: What it is.`;

const page = (fields: readonly string[], body = ''): string =>
  `---\n${fields.join('\n')}\n---\n${body && `\n${body}\n`}`;

const search = (title: string): string =>
  `title: ${title}\ndescription: What search engines show of it.`;

const HOME = page(
  [
    search("'{brand}: teach your child about money'"),
    headed('hero', 'Read a page and do one thing together.'),
    headings('matters'),
    headed('guides', 'Each guide is written for the years it names.'),
    headed('bundle', 'All guides, {lessons} lessons in all.'),
    headed('conversation', 'Every lesson comes with words.'),
    '  guide: guide-1\n  lesson: 5',
    headings('works'),
    `  features:\n${point('Ten minutes')}\n${point('At your own table')}`,
    headings('creator', 'trusted', 'voices'),
    headed('lastCall', 'You have {refundDays} days.'),
  ],
  'Most of us learned about money by paying for it.',
);

const ABOUT = page(
  [
    search('About us'),
    'heading: What we wish we had been told\nlead: We write short guides.',
    `${headed('mission', 'Children watch what we do.')}\n  label: Why`,
    `${headings('team')}\n  label: Who`,
    `${headings('steps')}\n  label: How`,
    `  items:\n${['One', 'Two', 'Three', 'Four'].map(point).join('\n')}`,
    `${headings('different')}\n  label: What`,
    `  items:\n${point('Scolding')}\n${point('Tips')}`,
    headed('printable', 'Three labels to print.'),
  ],
  'We are a small shop.',
);

const LESSON = page(
  [
    search('A free lesson'),
    'guide: guide-1\nlesson: 5\nheading: Three jars\nlead: One whole lesson.',
    'need:\n  - Ten quarters',
    `steps:\n${point('Put them on the table')}\n${point('Count them')}`,
    headed('next', 'There are more.'),
  ],
  'It may go differently.',
);

const FAQ = page([
  search('What parents ask'),
  'heading: What parents ask before they buy\nlead: Short answers.',
  headed('support', 'Write to {supportEmail}.'),
]);

const FIND = page([
  search('Find your purchase'),
  'heading: Find your purchase\nlead: The way back to it.',
]);

const TERMS = page(
  [search('Terms'), 'heading: Terms, in plain words\nupdated: 2026-11-01'],
  '## What you buy\n\nYou buy a guide from {brand}.',
);

const SITE = [
  'brand: Coin School\nsupportEmail: help@coin-school.example\nrefundWindowDays: 14',
  'claim:\n  percent: 88\n  text: of adults wish they had learned it.',
];
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>';

/** What leads on in each of them. */
const WAYS: Readonly<Record<string, string>> = {
  findPurchase: ' {orders}',
  newEdition: ' {stop}',
};

const MAILS = (Object.keys(MAIL_PLACEHOLDERS) as MailName[]).map((name): [string, string] => [
  mailFile(name),
  page(
    ['subject: A mail from {brand}\npreview: Read it.\nbutton: Go on'],
    `Hello.${WAYS[name] ?? ''}`,
  ),
]);

/** A whole shop in a few words. The tests of slips edit it, so that they depend on no word of content/. */
export const SMALL_SHOP: Content = new Map([
  ['content/about.md', ABOUT],
  ['content/catalog.json', `${JSON.stringify(CATALOGUE, null, 2)}\n`],
  ['content/creator.md', page(['name: Ada L.\nrole: Planner\nsample: true'], 'I plan.')],
  ['content/faq.md', FAQ],
  ['content/find-purchase.md', FIND],
  ['content/faqs/01-which-guide.md', page(['question: Which guide fits?'], 'The first.')],
  ['content/faqs/05-bundle.md', page(['question: One guide or all?'], 'You save {saving}.')],
  ['content/guides/guide-1.md', guide(1, '6–10', 'coral', 'seed')],
  ['content/guides/guide-2.md', guide(2, '11–14', 'teal', 'sprout')],
  ['content/guides/guide-3.md', guide(3, '15–18', 'plum', 'tree')],
  ['content/home.md', HOME],
  ['content/lesson.md', LESSON],
  ['content/legal/terms.md', TERMS],
  ['content/logos/01-library.md', page(['name: The Library\nmark: library.svg\nsample: true'])],
  ['content/logos/library.svg', SVG],
  ['content/logos/radio.svg', SVG],
  ...MAILS,
  ['content/site.md', page(SITE)],
  ['content/testimonials/01-gum.md', page(['name: Dana R.\ndetail: a mother'], 'He put it back.')],
]);
