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
const found =
  byPath.length > 0 ? byPath : files.filter((f) => readFileSync(f, 'utf8').includes(wanted));
if (found.length === 0) throw new Error(`No test has ${wanted} in its path or name.`);

const run = (command: string, runnersFiles: readonly string[], nameOption: string): void => {
  if (runnersFiles.length === 0) return;
  const name = byPath.length > 0 ? [] : [nameOption, wanted];
  const args = ['run', command, '--', ...runnersFiles, ...name, ...options];
  // Deep tests are left out elsewhere; whoever names one means it.
  const env = {
    ...process.env,
    ...(found.some((file) => file.includes('deep/')) && { DEEP: '1' }),
  };
  const { status } = spawnSync('npm', args, { stdio: 'inherit', env });
  process.exitCode ||= status ?? 1;
};

run(
  'test:fast',
  found.filter((file) => file.endsWith('.test.ts')),
  '-t',
);
run(
  'test:e2e',
  found.filter((file) => file.endsWith('.spec.ts')),
  '-g',
);
