import { execFile } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../browser.ts';
import { copyProject } from '../project.ts';

const project = copyProject([
  'tests',
  '.env.example',
  '.ci',
  '.github',
  'README.md',
  'package-lock.json',
]);
afterAll(project.remove);

const FOURTH = {
  id: 'guide-4',
  product_type: 'individual_guide_4_5',
  name: 'Money-Smart Kids: Ages 4-5',
  price_in_cents: 499,
  files: [{ name: 'Money-Smart-Kids-Ages-4-5.pdf', label: 'PDF' }],
  is_active: true,
};

const PRODUCTS: Readonly<Record<string, object>> = {
  'guide-1': { price_in_cents: 1049 },
  'guide-2': { name: 'Coins & Friends, the guide' },
  bundle: { price_in_cents: 2149 },
};

/** Lines of content that an owner changes. */
const LINES: readonly { file: string; line: RegExp; changed: string }[] = [
  { file: 'about.md', line: /^heading: .*$/m, changed: 'heading: Why we wrote this down' },
  { file: 'guides/guide-1.md', line: /- title: .*/, changed: '- title: At the till' },
  {
    file: 'guides/guide-3.md',
    line: /^summary: .*$/m,
    changed: 'summary: The first paycheck, and what is left.',
  },
  { file: 'guides/guide-3.md', line: /^pages: .*$/m, changed: 'pages: 18' },
  { file: 'site.md', line: /^brand: .*$/m, changed: 'brand: Coin School' },
  {
    file: 'site.md',
    line: /^supportEmail: .*$/m,
    changed: 'supportEmail: help@coin-school.example',
  },
  { file: 'site.md', line: /^refundWindowDays: .*$/m, changed: 'refundWindowDays: 30' },
  { file: 'mail/receipt.md', line: /^subject: .*$/m, changed: "subject: 'Here it is: {guide}'" },
  {
    file: 'mail/find-purchase.md',
    line: /^subject: .*$/m,
    changed: "subject: 'What you have at {brand}'",
  },
  { file: 'mail/withdrawal.md', line: /^subject: .*$/m, changed: "subject: 'Taken back: {guide}'" },
  {
    file: 'mail/new-edition.md',
    line: /^subject: .*$/m,
    changed: "subject: '{guide}, printed anew'",
  },
];

const read = (file: string): string => project.read(`content/${file}`);
const write = (file: string, text: string): void => project.write(`content/${file}`, text);

const editContent = (): void => {
  // These tests compare content/ with fixed values, so the edits would rightly make them fail.
  rmSync(path.join(project.root, 'tests/spec'), { recursive: true });
  write('faqs/13-new.md', '---\nquestion: Is this new?\n---\n\nIt is.\n');
  write(
    'testimonials/01-gum.md',
    '---\nname: Lee W.\ndetail: father of one, 7\n---\n\nShe counts now.\n',
  );
  const catalog = JSON.parse(read('catalog.json'));
  catalog.time_zone = 'America/Los_Angeles';
  for (const product of catalog.products) Object.assign(product, PRODUCTS[product.id]);
  catalog.products.push(FOURTH);
  write('catalog.json', `${JSON.stringify(catalog, null, 2)}\n`);
  const fourth = read('guides/guide-3.md')
    .replace('product: guide-3', `product: ${FOURTH.id}`)
    .replace('number: 3', 'number: 4')
    .replace('ages: 15–18', 'ages: 4–5')
    .replace(/^title: .*$/m, 'title: The First Spoon');
  write('guides/guide-4.md', fourth);
  const folderOf = (id: string): string => path.join(project.root, 'content/guides', id);
  // Adds a guide with its own pictures, removes the pictures of another guide's pages, and adds a
  // picture to an article.
  cpSync(folderOf('guide-3'), folderOf('guide-4'), { recursive: true });
  const cover = read('guides/guide-3/cover.svg');
  write('guides/guide-4/cover.svg', cover.replaceAll(/#6b4ba3/gi, '#2f7d5b'));
  for (const file of globSync('inside-*', { cwd: folderOf('guide-2') })) {
    rmSync(path.join(folderOf('guide-2'), file));
  }
  write('guides/guide-2.md', read('guides/guide-2.md').replace(/^inside:\n(?: .*\n)+/m, ''));
  cpSync(
    path.join(project.root, 'content/share.png'),
    path.join(project.root, 'content/articles/jars.png'),
  );
  const article = 'articles/are-we-rich.md';
  write(article, read(article).replace('---\n', '---\nimage:\n  file: jars.png\n  alt: Jars\n'));
  for (const { file, line, changed } of LINES) {
    expect(read(file)).toMatch(line);
    write(file, read(file).replace(line, changed));
  }
};

beforeAll(editContent);

/**
 * Runs a package's program in the edited project, without the environment variables that this test
 * run sets. Returns the output if the program fails, and an empty string otherwise.
 */
const failureOutputOf = async (program: string, ...args: string[]): Promise<string> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|DEEP|E2E_PORT|SITE_IS)/.test(name)),
  );
  const command = [`node_modules/${program}`, ...args];
  const options = { cwd: project.root, env, maxBuffer: 1e8 };
  return promisify(execFile)(process.execPath, command, options).then(
    () => '',
    ({ stdout, stderr }: Readonly<Record<'stdout' | 'stderr', string>>) => stdout + stderr,
  );
};

test('passes all tests outside tests/spec after edits to content/', async () => {
  const config = ['--config', '.config/vitest.config.ts', '--root', '.'];
  expect(await failureOutputOf('vitest/vitest.mjs', 'run', ...config)).toBe('');
});

test('passes all browser tests after edits to content/', inBrowser, async () => {
  const config = ['--config', '.config/playwright.config.ts'];
  expect(await failureOutputOf('@playwright/test/cli.js', 'test', ...config)).toBe('');
});
