import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';

/** Every secret of the server, by a value that could come from nowhere else. */
const SECRETS = Object.fromEntries(
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'SIGNING_SECRET',
    'ADMIN_PASSWORD',
  ].map((name) => [name, `https://leaked-${name.toLowerCase()}-${'7f3a'.repeat(8)}.example`]),
);

const outDir = path.join(ROOT, '.netlify', 'test-build');
const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile());

beforeAll(() =>
  astroBuild(ROOT, outDir, { ...SECRETS, PUBLIC_SITE_URL: 'https://money-smart.example' }),
);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

test('the built site holds no secret of the server, neither its value nor its name', () => {
  const files = filesIn(outDir);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const content = readFileSync(file, 'latin1');
    for (const [name, value] of Object.entries(SECRETS)) {
      expect(content.includes(value), `${file} holds the value of ${name}`).toBe(false);
      expect(content.includes(name), `${file} names ${name}`).toBe(false);
    }
  }
});

test('the built site is of the configured address, and of no machine', () => {
  const home = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  expect(home).toContain('<link rel="canonical" href="https://money-smart.example/">');
  for (const file of filesIn(outDir)) {
    const content = readFileSync(file, 'latin1');
    expect(content.includes('localhost'), file).toBe(false);
    expect(content.includes(ROOT), file).toBe(false);
  }
});
