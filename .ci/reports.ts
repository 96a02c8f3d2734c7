import { existsSync, readFileSync } from 'node:fs';

/** The test counts of one test runner. */
export type Result = {
  readonly passed: number;
  readonly failed: number;
  /** One reason for each skipped test. */
  readonly skipped: readonly string[];
};

/** A runner that ended without a report counts as one failed test. */
export const resultOf = <Report>(file: string, count: (report: Report) => Result): Result =>
  existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 1, skipped: [] };

const UNKNOWN_REASON = 'no reason was given';

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly meta: { readonly skipped?: string };
    }[];
  }[];
};

export const countVitest = ({ testResults, ...report }: VitestReport): Result => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = all.filter(({ status }) => !['passed', 'failed'].includes(status));
  // Vitest lists no failed test for a file that can't be loaded or whose setup failed.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: skipped.map(({ meta }) => meta.skipped ?? UNKNOWN_REASON),
  };
};

type Suite = {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
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
  readonly errors: readonly unknown[];
};

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const countPlaywright = ({ config, suites, errors }: PlaywrightReport): Result => {
  const all = suites.flatMap(specsOf).flatMap(({ tests }) => tests);
  const withStatus = (status: string) => all.filter((test) => test.status === status);
  const projectsWithoutTests = config.projects.filter(({ name }) =>
    all.every((test) => test.projectName !== name),
  );
  return {
    passed: withStatus('expected').length,
    failed:
      withStatus('unexpected').length +
      withStatus('flaky').length +
      projectsWithoutTests.length +
      errors.length,
    skipped: withStatus('skipped').map(
      ({ annotations }) =>
        annotations.find(({ type }) => type === 'skip')?.description ?? UNKNOWN_REASON,
    ),
  };
};
