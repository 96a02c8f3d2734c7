import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/**
 * `npm run test:one -- <part of a file's path, or of a test's name> [options of the runner]`: runs the
 * test files that it finds by path, else the tests that it finds by name, each with its own runner.
 */
const [wanted, ...options] = process.argv.slice(2);
if (!wanted) throw new Error('Name a test: npm run test:one -- buy.spec.ts');

const files = globSync('tests/**/*.{test,spec}.ts');
const byPath = files.filter((file) => file.includes(wanted));
const byName = files.filter((file) => readFileSync(file, 'utf8').includes(wanted));
const found = byPath.length > 0 ? byPath : byName;
if (found.length === 0) throw new Error(`No test has ${wanted} in its path or name.`);

// Deep tests run only with DEEP, and here they are named.
if (found.some((file) => file.includes('deep/'))) process.env['DEEP'] = '1';
for (const [command, ending, nameOption] of [
  ['test:fast', '.test.ts', '-t'],
  ['test:e2e', '.spec.ts', '-g'],
] as const) {
  const ofRunner = found.filter((file) => file.endsWith(ending));
  if (ofRunner.length === 0) continue;
  const name = byPath.length > 0 ? [] : [nameOption, wanted];
  const args = ['run', command, '--', ...ofRunner, ...name, ...options];
  process.exitCode ||= spawnSync('npm', args, { stdio: 'inherit' }).status ?? 1;
}
