import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

const use = (from: string): string => `import { x } from '${from}';\nexport const y = x;`;

const FORBIDDEN = [
  ['src/pages/a.ts', '../../netlify/env.ts'],
  ['src/components/a.ts', 'node:path'],
  ['src/content/a.ts', 'stripe'],
  ['src/samples/a.ts', '@netlify/blobs'],
  ['src/checkout/a.ts', '@upstash/redis'],
  ['src/purchase/a.ts', '../contract/orders.ts'],
  ['src/admin/orders/a.ts', 'zod/mini'],
  ['src/admin/a.ts', 'node:path'],
  ['src/api/a.ts', '../contract/orders.ts'],
  ['src/contract/a.ts', '../content/money.ts'],
  ['src/pdf/a.ts', '../contract/problem.ts'],
  ['src/pdf/a.ts', '#contract/problem.ts'],
  ['src/pdf/a.ts', 'node:zlib'],
  ['src/pdf/a.ts', 'zod'],
  ['netlify/functions/a.ts', 'stripe'],
  ['netlify/functions/a.ts', '../../src/content/money.ts'],
  ['netlify/admin/health/report.ts', '../../commands/run.ts'],
  ['netlify/guides/blobs-guides.ts', '../http/problem.ts'],
  ['netlify/http/a.ts', '../orders/facts.ts'],
  ['netlify/orders/redis-orders.ts', '../http/problem.ts'],
  ['netlify/orders/facts.ts', 'node:crypto'],
  ['netlify/orders/status.ts', './redis-orders.ts'],
  ['netlify/orders/sales.ts', '../clients/stripe.ts'],
  ['netlify/downloads/tickets.ts', '../env.ts'],
  ['netlify/orders/override.ts', 'stripe'],
  ['netlify/orders/disputes.ts', '../http/problem.ts'],
  ['netlify/services.ts', 'astro:content'],
  ['netlify/local/a.ts', '../../src/content/shop.ts'],
] as const;

const FETCH = `export const a = fetch('/b');`;

const CASES: readonly (readonly [file: string, line: string])[] = [
  ...FORBIDDEN.map(([file, from]) => [file, use(from)] as const),
  ['src/checkout/a.ts', FETCH],
];

type Report = { diagnostics: readonly { code: string; filename: string }[] };

let directory: string;
let report: Report;

/** Lints all lines at once, each as if it stood in that file of a project of its own. */
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'imports-'));
  for (const [index, [file, line]] of CASES.entries()) {
    const target = path.join(directory, String(index), file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${line}\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const config = path.join(ROOT, '.config/oxlint.config.ts');
  const run = spawnSync(oxlint, ['--config', config, '--format', 'json'], { cwd: directory });
  report = JSON.parse(run.stdout.toString());
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The rules that refuse the line, as in "eslint(no-restricted-imports)". */
const refusals = (file: string, line: string): string[] => {
  const index = CASES.findIndex(([name, text]) => name === file && text === line);
  return report.diagnostics
    .filter(({ filename }) => filename === path.join(String(index), file))
    .map(({ code }) => code);
};

test.each(FORBIDDEN)('%s may not import %s', (file, from) => {
  expect(refusals(file, use(from))).toContain('eslint(no-restricted-imports)');
});

test('nothing of the browser but src/api calls fetch', () => {
  expect(refusals('src/checkout/a.ts', FETCH)).toContain('eslint(no-restricted-globals)');
});
