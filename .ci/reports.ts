import { existsSync, readFileSync } from 'node:fs';

/** How the tests of a runner ended. */
export type Result = {
  readonly passed: number;
  readonly failed: number;
  /** The reasons, one for each test. */
  readonly skipped: readonly string[];
};

/** Counts a runner's report. A runner that ended without one counts as one failed test. */
export const resultOf = <Report>(file: string, count: (report: Report) => Result): Result =>
  existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 1, skipped: [] };

const NO_REASON = 'no reason is given';

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
  // A file that can't be loaded, or whose setup failed, lists no failed test.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: skipped.map(({ meta }) => meta.skipped ?? NO_REASON),
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
  const those = (status: string) => all.filter((test) => test.status === status);
  const empty = config.projects.filter(({ name }) =>
    all.every((test) => test.projectName !== name),
  );
  return {
    passed: those('expected').length,
    failed: those('unexpected').length + those('flaky').length + empty.length + errors.length,
    skipped: those('skipped').map(
      ({ annotations }) =>
        annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
    ),
  };
};
