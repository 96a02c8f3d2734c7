import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { keepLoopbackOffProxy } from '../netlify/local/no-proxy.ts';
import { holdPorts } from '../tests/ports.ts';
import { countPlaywright, countVitest, resultOf } from './reports.ts';
import { installTools } from './tools.ts';

// Runs every check, even after one has failed. The last line has the totals of all test runners.
// `--deep` also runs the long tests.
const deep = process.argv.includes('--deep');
const env: NodeJS.ProcessEnv = { ...process.env, SHORT_LOG: '1' };
if (deep) env['DEEP'] = '1';
keepLoopbackOffProxy(env);

const startedAt = Date.now();
const elapsed = (): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

const failedScripts: string[] = [];

/** Runs a script from package.json. `buffered` output is printed when the script ends. */
const run = (name: string, output: 'live' | 'buffered' = 'live'): Promise<void> => {
  const stdio = output === 'live' ? 'inherit' : 'pipe';
  if (output === 'live') console.log(`\n# ${name} (${elapsed()})`);
  const child = spawn('npm', ['run', '--silent', name], { env, stdio });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      if (output === 'buffered')
        console.log(`\n# ${name} (${elapsed()})\n${Buffer.concat(chunks)}`);
      if (status !== 0) failedScripts.push(name);
      resolve();
    });
  });
};

const ports = await holdPorts();
env['E2E_PORT'] ||= ports.port;

rmSync('test-results', { recursive: true, force: true });
const { browser, missing } = installTools({ deep });

const runChecks = async (): Promise<void> => {
  for (const name of ['format:check', 'lint', 'dead', 'types']) await run(name, 'buffered');
};

// The site's build, followed by the checks, runs in parallel with the fast tests. The browser tests
// need the site and idle cores, so they wait for the build and the fast tests, but not for the
// checks.
const siteBuild = run('test:e2e:site', 'buffered');
const checks = siteBuild.then(runChecks);
const fastTests = run('test:fast');
await Promise.all([siteBuild, fastTests]);
env['SITE_IS_BUILT'] = '1';
await ports.release();
if (browser) await run('test:e2e');
await checks;

const results = [resultOf('test-results/vitest.json', countVitest)];
if (browser) results.push(resultOf('test-results/playwright.json', countPlaywright));
const sum = (field: 'passed' | 'failed'): number =>
  results.reduce((total, result) => total + result[field], 0);
const skipped = results.flatMap((result) => result.skipped);

console.log(`\n${elapsed()} in total`);
for (const sentence of missing) console.log(sentence);
for (const [reason, tests] of Map.groupBy(skipped, (skipReason) => skipReason)) {
  console.log(`Skipped ${tests.length} tests: ${reason}.`);
}
for (const name of failedScripts) console.log(`Failed: ${deep ? 'DEEP=1 ' : ''}npm run ${name}`);
const skippedCount = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
console.log(`\ntests: ${sum('passed')} passed, ${sum('failed')} failed${skippedCount}`);
if (failedScripts.length > 0 || sum('failed') > 0) process.exitCode = 1;
