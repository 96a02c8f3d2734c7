import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { installTools } from './tools.ts';

/** Every check, each run even where an earlier one failed; the last line adds up their reports. */
type Counts = { passed: number; failed: number; skipped: number };

const script = (name: string): boolean => {
  console.log(`\n# ${name}`);
  return spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' }).status === 0;
};

/** Runs a script beside others, and tells all it said once it has ended. */
const beside = (name: string): Promise<boolean> => {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      console.log(`\n# ${name}\n${Buffer.concat(said)}`);
      resolve(status === 0);
    });
  });
};

const readReport = <T>(file: string, read: (report: T) => Counts): Counts => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  return read(JSON.parse(readFileSync(file, 'utf8')));
};

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Tests of which a second try had to decide. */
let secondTries = 0;

const vitest = (): Counts =>
  readReport<VitestReport>('test-results/vitest.json', (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }));

const playwright = (): Counts =>
  readReport<PlaywrightReport>('test-results/playwright.json', ({ stats }) => {
    secondTries = stats.flaky;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    };
  });

rmSync('test-results', { recursive: true, force: true });
const { browser, missing } = installTools();

const green = [
  // None of these writes what another reads.
  ...(await Promise.all(['types', 'format:check', 'lint', 'dead'].map(beside))),
  script('test:fast'),
  !browser || script('test:e2e'),
];

const counts = [vitest(), ...(browser ? [playwright()] : [])];
const total = (key: keyof Counts): number => counts.reduce((sum, count) => sum + count[key], 0);
const skipped = total('skipped');
const failedChecks = green.filter((passed) => !passed).length;

console.log();
for (const words of missing) console.log(words);
if (secondTries > 0) {
  console.log(
    `${secondTries} browser tests passed only at their second try; they are listed above.`,
  );
}
if (failedChecks > 0) console.log(`${failedChecks} of ${green.length} checks failed, see above.`);
console.log(
  `tests: ${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
process.exit(failedChecks > 0 || total('failed') > 0 ? 1 : 0);
