import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import {
  type Failure,
  PLAYWRIGHT_REPORT,
  VITEST_REPORT,
  readPlaywright,
  readVitest,
  resultOf,
} from './reports.ts';
import { installTools } from './tools.ts';
import { holdPorts } from '../tests/e2e/ports.ts';

/**
 * Runs every check, even after an earlier one has failed. The last lines name the failures, give the command that
 * repeats each one alone, and add up the runners' own reports. `--deep` leaves nothing out.
 */
const deep = process.argv.includes('--deep');
const env: NodeJS.ProcessEnv = { ...process.env, SHORT_LOG: '1', ...(deep && { DEEP: '1' }) };

const startedAt = Date.now();
const clock = (): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

/** Runs a script of package.json. Its output is passed on, or held back until it ends. */
const run = (name: string, output: 'shown' | 'kept' = 'shown'): Promise<boolean> => {
  const stdio = output === 'shown' ? 'inherit' : 'pipe';
  if (output === 'shown') console.log(`\n# ${name} (${clock()})`);
  const child = spawn('npm', ['run', '--silent', name], { env, stdio });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => said.push(chunk));
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      if (output === 'kept') console.log(`\n# ${name} (${clock()})\n${Buffer.concat(said)}`);
      resolve(status === 0);
    });
  });
};

const ports = await holdPorts();
env['E2E_PORT'] ||= ports.port;

rmSync('test-results', { recursive: true, force: true });
const { browser, missing } = installTools({ deep });

/** Checks, and the build for the browser tests, that run one after another beside the other tests. */
const runChecks = async (): Promise<Failure[]> => {
  const failures: Failure[] = [];
  for (const name of ['format:check', 'lint', 'dead', 'types', 'test:e2e:site']) {
    if (!(await run(name, 'kept'))) failures.push({ name, again: `npm run ${name}` });
  }
  return failures;
};

/** A runner can fail without a failed test, through an error that no test caught. */
const blame = (name: string, isGreen: boolean, failures: readonly Failure[]): Failure[] =>
  isGreen || failures.length > 0
    ? [...failures]
    : [{ name: `${name} failed, see above`, again: `npm run ${name}` }];

const [checks, isFastGreen] = await Promise.all([runChecks(), run('test:fast')]);
env['SITE_IS_BUILT'] = '1';
await ports.release();
const isBrowserGreen = !browser || (await run('test:e2e'));

const results = [
  resultOf(VITEST_REPORT, 'npm run test:fast', readVitest),
  ...(browser ? [resultOf(PLAYWRIGHT_REPORT, 'npm run test:e2e', readPlaywright)] : []),
];
const [fast, inBrowser] = results;
const failures = [
  ...checks,
  ...blame('test:fast', isFastGreen, fast?.failures ?? []),
  ...blame('test:e2e', isBrowserGreen, inBrowser?.failures ?? []),
];

const TRACES = 'test-results/traces';
const MOST_TRACED = 10;

/**
 * Runs failed browser tests once more to record their traces, since tracing every test takes a fifth longer. This
 * doesn't change any result.
 */
const recordTraces = (): string[] => {
  const places = failures.flatMap(({ place = [] }) => place).slice(0, MOST_TRACED);
  if (places.length === 0) return [];
  const playwright = ['playwright', 'test', '--config', '.config/playwright.config.ts'];
  const recorded = ['--trace', 'on', '--output', TRACES, '--reporter', 'line'];
  spawnSync('npx', [...playwright, ...recorded, ...places], { env, stdio: 'inherit' });
  const left = existsSync(TRACES) ? readdirSync(TRACES, { recursive: true, encoding: 'utf8' }) : [];
  return left.filter((file) => file.endsWith('trace.zip'));
};
const traces = recordTraces();

console.log(`\n${clock()} in all`);
for (const words of missing) console.log(words);
for (const { name, again } of failures) {
  console.log(`\nFailed: ${name}\n  again: ${env['DEEP'] ? 'DEEP=1 ' : ''}${again}`);
}
for (const file of traces) console.log(`\nTrace: npx playwright show-trace ${TRACES}/${file}`);
const skipped = results.flatMap((result) => result.skipped);
for (const [why, { length }] of Map.groupBy(skipped, (reason) => reason)) {
  console.log(`\nSkipped: ${length} of the tests, since ${why}.`);
}
const passed = results.reduce((total, result) => total + result.passed, 0);
const failedTests = results.flatMap((result) => result.failures).length;
console.log(
  `\ntests: ${passed} passed, ${failedTests} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
);
process.exit(failures.length > 0 ? 1 : 0);
