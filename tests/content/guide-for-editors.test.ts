import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../src/content/collections.ts';
import { MAIL_PLACEHOLDERS } from '../../src/contract/mail.ts';

const PAGES = ['content/README.md', 'content/SELLING.md', 'content/LAW.md'];
const OTHER_DOCS = ['README.md', ...globSync('{src,netlify}/**/*.md'), ...globSync('.github/*.md')];

const read = (file: string): string => readFileSync(file, 'utf8');
const GUIDE = PAGES.map(read).join('\n');
const EMAILS = /^## The emails$[^]*?^## /m.exec(read('content/README.md'))?.[0] ?? '';

/** The anchor that GitHub generates: "The PDFs" becomes "the-pdfs". */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The links to files and headings in the project. Skips links in code, which are examples. */
function linksIn(file: string): string[] {
  const prose = read(file).replaceAll(/^ {4}.*$|`[^`\n]*`/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^\w+:/.test(target));
}

const isBroken = (file: string, link: string): boolean => {
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? file : path.join(path.dirname(file), name);
  return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
};

test.each([...PAGES, ...OTHER_DOCS])('finds no broken link in %s', (file) => {
  expect(linksIn(file).filter((link) => isBroken(file, link))).toEqual([]);
});

test('links to SELLING.md and LAW.md at the top of content/README.md', () => {
  const [start = ''] = read('content/README.md').split('\n## ');
  expect(start).toContain('(SELLING.md)');
  expect(start).toContain('(LAW.md)');
});

describe('the guide for editors', () => {
  test.each(Object.keys(COLLECTIONS.orders.schema.shape))(
    'explains the order state %s',
    (state) => {
      expect(read('content/README.md')).toContain(`\`${state}\``);
    },
  );

  const checkout = COLLECTIONS.catalog.schema.shape.checkout.unwrap();
  test.each(Object.keys(checkout.shape))('explains the payment page option %s', (option) => {
    expect(read('content/SELLING.md')).toMatch(new RegExp(`^\\| \`"${option}": `, 'm'));
  });

  test.each(Object.keys(COLLECTIONS.site.schema.shape))(
    'explains the %s field of site.md',
    (field) => {
      expect(GUIDE).toMatch(new RegExp(`\`${field}\`|^ {4}${field}:`, 'm'));
    },
  );

  const mails = Object.entries(MAIL_PLACEHOLDERS);
  test.each(mails)('explains the placeholders in the %s email', (mail, names) => {
    const row = new RegExp(`^\\| \`${mail}\\.md\` .*$`, 'm').exec(EMAILS)?.[0] ?? '';
    const explained = [...row.matchAll(/`\{(\w+)\}`/g)].map(([, name]) => name);
    expect(explained.toSorted()).toEqual([...names].toSorted());
  });

  const locations = Object.values(COLLECTIONS).map(({ location }) => location);
  test.each(locations)('explains where %s appears', (location) => {
    const name = location.replace('content/', '');
    expect(GUIDE).toMatch(new RegExp(`^\\|.*\`${name}(?:\\*\\.md|guide-1\\.md)?\`.*\\|`, 'm'));
  });
});
