import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../browser.ts';
import { copyProject } from '../project.ts';

const project = copyProject(['tests', '.env.example', '.ci', 'package-lock.json']);
afterAll(project.remove);

const FOURTH = {
  id: 'guide-4',
  product_type: 'individual_guide_4_5',
  name: 'Money-Smart Kids: Ages 4-5',
  price_in_cents: 499,
  file_name: 'Money-Smart-Kids-Ages-4-5.pdf',
  is_active: true,
};

const PRODUCTS: Readonly<Record<string, object>> = {
  'guide-1': { price_in_cents: 1049 },
  'guide-2': { name: 'Coins & Friends, the guide' },
  bundle: { price_in_cents: 2149 },
};

/** Lines of texts that an owner changes. */
const LINES: readonly (readonly [file: string, line: RegExp, changed: string])[] = [
  ['about.md', /^heading: .*$/m, 'heading: Why we wrote this down'],
  ['guides/guide-1.md', /- title: .*/, '- title: At the till'],
  ['guides/guide-3.md', /^summary: .*$/m, 'summary: The first paycheck, and what is left.'],
  ['guides/guide-3.md', /^pages: .*$/m, 'pages: 18'],
  ['site.md', /^brand: .*$/m, 'brand: Coin School'],
  ['site.md', /^supportEmail: .*$/m, 'supportEmail: help@coin-school.example'],
  ['site.md', /^refundWindowDays: .*$/m, 'refundWindowDays: 30'],
  ['mail/receipt.md', /^subject: .*$/m, "subject: 'Here it is: {guide}'"],
  ['mail/find-purchase.md', /^subject: .*$/m, "subject: 'What you have at {brand}'"],
  ['mail/withdrawal.md', /^subject: .*$/m, "subject: 'Taken back: {guide}'"],
  ['mail/new-edition.md', /^subject: .*$/m, "subject: '{guide}, printed anew'"],
];

const read = (file: string): string => project.read(`content/${file}`);
const write = (file: string, text: string): void => project.write(`content/${file}`, text);

const editContent = (): void => {
  write('faqs/13-new.md', '---\nquestion: Is this new?\n---\n\nIt is.\n');
  write(
    'testimonials/01-gum.md',
    '---\nname: Lee W.\ndetail: father of one, 7\n---\n\nShe counts now.\n',
  );
  const catalogue = JSON.parse(read('catalog.json'));
  catalogue.time_zone = 'America/Los_Angeles';
  for (const product of catalogue.products) Object.assign(product, PRODUCTS[product.id]);
  catalogue.products.push(FOURTH);
  write('catalog.json', `${JSON.stringify(catalogue, null, 2)}\n`);
  const fourth = read('guides/guide-3.md')
    .replace('product: guide-3', `product: ${FOURTH.id}`)
    .replace('number: 3', 'number: 4')
    .replace('ages: 15–18', 'ages: 4–5')
    .replace(/^title: .*$/m, 'title: The First Spoon');
  write('guides/guide-4.md', fourth);
  for (const [file, line, changed] of LINES) {
    expect(read(file)).toMatch(line);
    write(file, read(file).replace(line, changed));
  }
};

const SAYS =
  "the shop's content differs from its specification: change this table too if that is meant";

type Report = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
};

/** Runs a package's program in the edited project, without the variables of this run. Returns what it prints. */
const run = async (
  program: string,
  ...args: string[]
): Promise<{ failed: boolean; said: string }> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|DEEP|E2E_PORT|SITE_IS)/.test(name)),
  );
  const command = [`node_modules/${program}`, ...args];
  const options = { cwd: project.root, env, maxBuffer: 1e8 };
  return promisify(execFile)(process.execPath, command, options).then(
    ({ stdout }) => ({ failed: false, said: stdout }),
    ({ stdout }: { stdout: string }) => ({ failed: true, said: stdout }),
  );
};

beforeAll(editContent);

test('what an owner edits turns no test red but those of the specification', async () => {
  const config = ['--config', '.config/vitest.config.ts', '--root', '.'];
  const report = ['--reporter', 'json', '--outputFile', 'report.json'];
  await run('vitest/vitest.mjs', 'run', ...config, ...report);
  const { numPassedTests, testResults }: Report = JSON.parse(project.read('report.json'));
  expect(numPassedTests).toBeGreaterThan(300);
  // A file that fails to load has no tests.
  const notLoaded = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .flatMap(({ failureMessages }) => failureMessages.map((words) => `${name}: ${words}`))
      .filter((words) => !name.includes('/tests/spec/') || !words.includes(SAYS)),
  );
  expect({ notLoaded, failed }).toEqual({ notLoaded: [], failed: [] });
});

test('nor does it turn a browser test red', inBrowser, async () => {
  const config = ['--config', '.config/playwright.config.ts'];
  const { failed, said } = await run('@playwright/test/cli.js', 'test', ...config);
  expect(failed, said).toBe(false);
});
