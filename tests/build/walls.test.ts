import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'walls-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Lints one line as if it stood in that file of the project. */
const lint = (file: string, line: string): string => {
  const target = path.join(directory, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${line}\n`);
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const config = path.join(ROOT, '.config/oxlintrc.json');
  return spawnSync(oxlint, ['--config', config, file], { cwd: directory }).stdout.toString();
};

const use = (from: string): string => `import { x } from '${from}';\nexport const y = x;`;

test.each([
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
])('%s may not import %s', (file, from) => {
  expect(lint(file, use(from))).toContain('no-restricted-imports');
});

test.each([
  ['src/islands/a.ts', `import type { X } from '../contract/orders.ts';\nexport type Y = X;`],
  ['src/contract/a.ts', use('zod')],
  ['src/contract/a.ts', use('zod/mini')],
  ['src/contract/a.ts', use('./orders.ts')],
  ['src/pdf/a.ts', use('@cantoo/pdf-lib')],
  ['src/pdf/a.ts', use('./limits.ts')],
  ['netlify/http/a.ts', use('#pdf/limits.ts')],
  ['netlify/functions/a.ts', use('../services/orders.ts')],
  ['netlify/functions/a.ts', use('#contract/orders.ts')],
  ['netlify/adapters/a.ts', use('../domain/orders.ts')],
  ['netlify/domain/a.ts', use('./orders.ts')],
  ['netlify/local/a.ts', use('../../src/press/sample.ts')],
  ['src/press/a.ts', use('node:fs/promises')],
])('%s may hold %j', (file, line) => {
  expect(lint(file, line)).not.toContain('no-restricted');
});

test('nothing of the browser but src/api calls fetch', () => {
  expect(lint('src/lib/a.ts', `export const a = fetch('/b');`)).toContain('no-restricted-globals');
  expect(lint('src/api/a.ts', `export const a = fetch('/b');`)).not.toContain('no-restricted');
});
