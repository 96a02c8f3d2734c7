import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A test or check that failed, and how to run just that one again. */
export type Failure = {
  readonly name: string;
  readonly again: string;
  /** The location of a browser test, as Playwright takes it. */
  readonly place?: string;
};

export type Result = {
  readonly passed: number;
  /** The reasons, one for each test. */
  readonly skipped: readonly string[];
  readonly failures: readonly Failure[];
};

export const VITEST_REPORT = 'test-results/vitest.json';
export const PLAYWRIGHT_REPORT = 'test-results/playwright.json';

/** Quotes a title for a shell and for `grep`, which reads it as a pattern. */
const quoted = (title: string): string =>
  `'${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''")}'`;

type Read<Report> = (report: Report, command: string) => Result;

/** A runner's report. A runner that ended without one has failed. */
export const resultOf = <Report>(file: string, command: string, read: Read<Report>): Result =>
  existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')), command)
    : {
        passed: 0,
        skipped: [],
        failures: [{ name: `${command} ended without a report`, again: command }],
      };

type VitestReport = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly meta: { readonly skipped?: string };
    }[];
  }[];
};

export const readVitest: Read<VitestReport> = (report, command) => ({
  passed: report.numPassedTests,
  skipped: report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName, meta }) => meta.skipped ?? `${fullName} gives no reason`),
  ),
  failures: report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that can't be loaded, or whose setup failed, lists no failed test.
    if (failed.length === 0) {
      return status === 'failed' ? [{ name: file, again: `${command} -- ${file}` }] : [];
    }
    return failed.map(({ fullName }) => ({
      name: `${file}: ${fullName}`,
      again: `${command} -- ${file} -t ${quoted(fullName)}`,
    }));
  }),
});

type Suite = {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
};

type PlaywrightReport = {
  readonly config: { readonly projects: readonly { readonly name: string }[] };
  readonly suites: readonly Suite[];
  /** Errors outside any test: a server that doesn't start, or a file that can't be loaded. */
  readonly errors: readonly { readonly message?: string }[];
};

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const readPlaywright: Read<PlaywrightReport> = ({ config, suites, errors }, command) => {
  const runs = suites
    .flatMap(specsOf)
    .flatMap(({ tests, ...spec }) => tests.map((test) => ({ ...spec, ...test })));
  const failed = runs.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const empty = config.projects.filter(
    ({ name }) => !runs.some(({ projectName }) => projectName === name),
  );
  return {
    passed: runs.filter(({ status }) => status === 'expected').length,
    skipped: runs
      .filter(({ status }) => status === 'skipped')
      .map(
        ({ title, annotations }) =>
          annotations.find(({ type }) => type === 'skip')?.description ??
          `${title} gives no reason`,
      ),
    failures: [
      ...failed.map(({ projectName, file, line, title }) => ({
        name: `${file}: ${title} [${projectName}]`,
        again: `${command} -- ${file}:${line} --project ${projectName}`,
        place: `${file}:${line}`,
      })),
      ...empty.map(({ name }) => ({
        name: `no browser test runs on "${name}"`,
        again: `${command} -- --project ${name} --list`,
      })),
      ...errors.map(({ message = 'the browser tests broke off' }) => ({
        name: message.split('\n')[0] ?? message,
        again: command,
      })),
    ],
  };
};
