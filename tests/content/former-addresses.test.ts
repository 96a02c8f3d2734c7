import { expect, test } from 'vitest';
import { type Edit, change, problemsAfter } from './small-shop.ts';

const ARTICLE = 'content/articles/coins.md';
const GUIDE = 'content/guides/guide-2.md';
const LESSON = 'content/lesson.md';
const SECOND_LESSON = 'content/lessons/second.md';

/** Adds these addresses to a page as its former addresses. */
const listIn = (file: string, ...addresses: readonly string[]): Edit =>
  change(file, '---\n', `---\nformerly: [${addresses.join(', ')}]\n`);

test('accepts former addresses of articles, guides and lessons', () => {
  const addresses = ['/articles/pocket-money', '/blog/2024/Pocket_Money.html', '/money'];
  const edits = [
    listIn(ARTICLE, ...addresses),
    listIn(GUIDE, '/guide-teens', '/articles/teens'),
    listIn(LESSON, '/free-lesson'),
    listIn(SECOND_LESSON, '/lessons/ads'),
  ];
  expect(problemsAfter(...edits)).toEqual([]);
});

type Refusal = { name: string; addresses: readonly string[]; says: string };

test.each<Refusal>([
  {
    name: 'that belongs to an existing page',
    addresses: ['/guide-1'],
    says: [
      'content/articles/coins.md, line 2: "formerly > 1": /guide-1 is the current address of',
      'content/guides/guide-1.md, so it can’t redirect here. Remove this line.',
    ].join(' '),
  },
  {
    name: 'that is the page’s current address',
    addresses: ['/old', '/articles/coins'],
    says: '"formerly > 2": /articles/coins is the current address of content/articles/coins.md',
  },
  {
    name: 'that is an existing page’s address with .html',
    addresses: ['/faqs.html'],
    says: '/faqs.html is the current address of content/faq.md',
  },
  ...['/present', '/payment-success', '/api/orders', '/admin-upload', '/articles/feed.xml'].map(
    (address) => ({
      name: `that the shop itself uses (${address})`,
      addresses: [address],
      says: `The shop itself uses ${address}, so it can’t redirect here.`,
    }),
  ),
  ...[
    '/.netlify/functions/jobs',
    '/_astro/x.js',
    '/favicon.svg',
    '/printables/jar-labels.pdf',
    '/promises.json',
  ].map((address) => ({
    name: `that belongs to a file or a function (${address})`,
    addresses: [address],
    says: `The shop itself uses ${address}, so it can’t redirect here.`,
  })),
  {
    name: 'that is in the list twice',
    addresses: ['/old', '/old'],
    says: '"formerly > 2": /old is in the list twice.',
  },
  ...['old', '/old/', '/old?page=2', '/old#top', 'https://shop.example/old', '/'].map(
    (address) => ({
      name: `in an unsupported form (${address})`,
      addresses: [`"${address}"`],
      says: `"formerly > 1" is "${address}". Write a list of addresses without the site’s name`,
    }),
  ),
])('rejects a former address $name', ({ addresses, says }) => {
  const [first, ...more] = problemsAfter(listIn(ARTICLE, ...addresses));
  expect(first).toContain(says);
  expect(more).toEqual([]);
});

test('rejects a former address that is listed on two pages', () => {
  const problems = problemsAfter(listIn(ARTICLE, '/old'), listIn(GUIDE, '/old'));
  expect(problems).toContainEqual(expect.stringContaining(`${GUIDE} lists /old too.`));
});
