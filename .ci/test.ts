import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { holdPorts } from '../tests/ports.ts';
import { countPlaywright, countVitest, resultOf } from './reports.ts';
import { installTools } from './tools.ts';

/**
 * Runs every check, even after an earlier one has failed. The last line adds up the runners' own reports. `--deep` leaves
 * nothing out.
 */
const deep = process.argv.includes('--deep');
const env: NodeJS.ProcessEnv = { ...process.env, SHORT_LOG: '1', ...(deep && { DEEP: '1' }) };

const startedAt = Date.now();
const clock = (): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

const failed: string[] = [];

/** Runs a script of package.json. Its output is passed on, or held back until it ends. */
const run = (name: string, output: 'shown' | 'kept' = 'shown'): Promise<void> => {
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
      if (status !== 0) failed.push(name);
      resolve();
    });
  });
};

const ports = await holdPorts();
env['E2E_PORT'] ||= ports.port;

rmSync('test-results', { recursive: true, force: true });
const { browser, missing } = installTools({ deep });

const runChecks = async (): Promise<void> => {
  for (const name of ['format:check', 'lint', 'dead', 'types']) await run(name, 'kept');
};

// The browser tests wait only for their site and for the other tests, which need the cores. The checks may end later.
const site = run('test:e2e:site', 'kept');
const checks = site.then(runChecks);
await Promise.all([site, run('test:fast')]);
env['SITE_IS_BUILT'] = '1';
await ports.release();
if (browser) await run('test:e2e');
await checks;

const results = [
  resultOf('test-results/vitest.json', countVitest),
  ...(browser ? [resultOf('test-results/playwright.json', countPlaywright)] : []),
];
const sum = (of: 'passed' | 'failed'): number =>
  results.reduce((total, result) => total + result[of], 0);
const skipped = results.flatMap((result) => result.skipped);

console.log(`\n${clock()} in all`);
for (const words of missing) console.log(words);
for (const [why, { length }] of Map.groupBy(skipped, (reason) => reason)) {
  console.log(`Skipped: ${length} of the tests, since ${why}.`);
}
for (const name of failed) console.log(`Failed: ${deep ? 'DEEP=1 ' : ''}npm run ${name}`);
const more = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
console.log(`\ntests: ${sum('passed')} passed, ${sum('failed')} failed${more}`);
if (failed.length > 0 || sum('failed') > 0) process.exitCode = 1;
