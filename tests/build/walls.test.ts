import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

const use = (from: string): string => `import { x } from '${from}';\nexport const y = x;`;

const FORBIDDEN = [
  ['src/pages/a.ts', '../../netlify/env.ts'],
  ['src/lib/a.ts', 'stripe'],
  ['src/islands/a.ts', '@upstash/redis'],
  ['src/islands/a.ts', '../contract/orders.ts'],
  ['src/islands/a.ts', 'zod/mini'],
  ['src/api/a.ts', '../contract/orders.ts'],
  ['src/contract/a.ts', '../lib/money.ts'],
  ['src/pdf/a.ts', '../contract/problem.ts'],
  ['src/pdf/a.ts', '#contract/problem.ts'],
  ['src/pdf/a.ts', 'node:zlib'],
  ['src/pdf/a.ts', 'zod'],
  ['netlify/functions/a.ts', 'stripe'],
  ['netlify/functions/a.ts', '../adapters/guides-blobs.ts'],
  ['netlify/functions/a.ts', '../services/redis.ts'],
  ['netlify/functions/a.ts', '../services/stripe.ts'],
  ['netlify/functions/a.ts', '../../src/lib/money.ts'],
  ['netlify/http/a.ts', '../services/orders.ts'],
  ['netlify/adapters/a.ts', './guides-blobs.ts'],
  ['netlify/adapters/a.ts', '../services/orders.ts'],
  ['netlify/adapters/a.ts', '../env.ts'],
  ['netlify/adapters/a.ts', '../http/problem.ts'],
  ['netlify/domain/a.ts', 'node:crypto'],
  ['netlify/domain/a.ts', '../adapters/guides-blobs.ts'],
  ['netlify/domain/a.ts', '../services/orders.ts'],
  ['netlify/domain/a.ts', '../env.ts'],
  ['netlify/domain/a.ts', 'stripe'],
  ['netlify/domain/a.ts', '../http/problem.ts'],
  ['netlify/services/a.ts', 'astro:content'],
  ['netlify/local/a.ts', '../../src/lib/shop.ts'],
  ['src/press/a.ts', 'astro:content'],
] as const;

const ALLOWED = [
  ['src/islands/a.ts', `import type { X } from '../contract/orders.ts';\nexport type Y = X;`],
  ['src/contract/a.ts', use('zod')],
  ['src/contract/a.ts', use('zod/mini')],
  ['src/contract/a.ts', use('./orders.ts')],
  ['src/pdf/a.ts', use('@hyzyla/pdfium')],
  ['src/pdf/a.ts', use('./limits.ts')],
  ['netlify/http/a.ts', use('#pdf/limits.ts')],
  ['netlify/functions/a.ts', use('../services/orders.ts')],
  ['netlify/functions/a.ts', use('#contract/orders.ts')],
  ['netlify/adapters/a.ts', use('../domain/orders.ts')],
  ['netlify/domain/a.ts', use('./orders.ts')],
  ['netlify/local/a.ts', use('../../src/press/sample.ts')],
  ['src/press/a.ts', use('node:fs/promises')],
] as const;

const FETCH = `export const a = fetch('/b');`;

type Case = { readonly file: string; readonly line: string };
const CASES: readonly Case[] = [
  ...FORBIDDEN.map(([file, from]) => ({ file, line: use(from) })),
  ...ALLOWED.map(([file, line]) => ({ file, line })),
  { file: 'src/lib/a.ts', line: FETCH },
  { file: 'src/api/a.ts', line: FETCH },
];

type Report = { diagnostics: readonly { code: string; filename: string }[] };

let directory: string;
let report: Report;

/** Lints all lines at once, each as if it stood in that file of a project of its own. */
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'walls-'));
  for (const [index, { file, line }] of CASES.entries()) {
    const target = path.join(directory, String(index), file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${line}\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const config = path.join(ROOT, '.config/oxlintrc.json');
  const run = spawnSync(oxlint, ['--config', config, '--format', 'json'], { cwd: directory });
  report = JSON.parse(run.stdout.toString());
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The rules that refuse the line, as in "eslint(no-restricted-imports)". */
const refusals = (file: string, line: string): string[] => {
  const index = CASES.findIndex((one) => one.file === file && one.line === line);
  return report.diagnostics
    .filter(({ filename }) => filename === path.join(String(index), file))
    .map(({ code }) => code);
};

test.each(FORBIDDEN)('%s may not import %s', (file, from) => {
  expect(refusals(file, use(from))).toContain('eslint(no-restricted-imports)');
});

test.each(ALLOWED)('%s may hold %j', (file, line) => {
  expect(refusals(file, line).join()).not.toContain('no-restricted');
});

test('nothing of the browser but src/api calls fetch', () => {
  expect(refusals('src/lib/a.ts', FETCH)).toContain('eslint(no-restricted-globals)');
  expect(refusals('src/api/a.ts', FETCH).join()).not.toContain('no-restricted');
});
