import path from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywright, readVitest, resultOf } from '../../.ci/reports.ts';

const asserted = (fullName: string, status: string) => ({ fullName, status });

test('a failed test is named, with the command that runs just that one', () => {
  const name = path.resolve('tests/unit/money.test.ts');
  const assertionResults = [
    asserted("a price (it's in cents)", 'failed'),
    asserted('zero', 'passed'),
  ];
  const report = {
    numPassedTests: 1,
    numPendingTests: 0,
    testResults: [{ name, status: 'failed', assertionResults }],
  };
  expect(readVitest(report, 'npm run fast')).toEqual({
    passed: 1,
    skipped: 0,
    failures: [
      {
        name: "tests/unit/money.test.ts: a price (it's in cents)",
        again: `npm run fast -- tests/unit/money.test.ts -t 'a price \\(it'\\''s in cents\\)'`,
      },
    ],
  });
});

test('a file whose preparation failed counts, though none of its tests ran', () => {
  const name = path.resolve('tests/unit/money.test.ts');
  const testResults = [{ name, status: 'failed', assertionResults: [asserted('zero', 'skipped')] }];
  const { failures } = readVitest(
    { numPassedTests: 0, numPendingTests: 1, testResults },
    'npm run fast',
  );
  expect(failures).toEqual([
    { name: 'tests/unit/money.test.ts', again: 'npm run fast -- tests/unit/money.test.ts' },
  ]);
});

const suitesWith = (status: 'expected' | 'flaky' | 'unexpected') => [
  {
    specs: [],
    suites: [
      {
        specs: [
          {
            title: 'a guide is bought',
            file: 'e2e/buy.spec.ts',
            line: 7,
            tests: [{ projectName: 'phone', status }],
          },
        ],
      },
    ],
  },
];
const config = { projects: [{ name: 'phone' }] };

test.each(['unexpected', 'flaky'] as const)('a browser test that is %s has failed', (status) => {
  const { passed, failures } = readPlaywright(
    { config, suites: suitesWith(status), errors: [] },
    'npm run e2e',
  );
  expect(passed).toBe(0);
  expect(failures).toEqual([
    {
      name: 'e2e/buy.spec.ts: a guide is bought [phone]',
      again: 'npm run e2e -- e2e/buy.spec.ts:7 --project phone',
      place: 'e2e/buy.spec.ts:7',
    },
  ]);
});

test('a device on which no test runs is a failure, and so is what no test is to blame for', () => {
  const report = {
    config: { projects: [{ name: 'phone' }, { name: 'desktop' }] },
    suites: suitesWith('expected'),
    errors: [{ message: 'no server\nat serve.ts' }],
  };
  const { passed, failures } = readPlaywright(report, 'npm run e2e');
  expect(passed).toBe(1);
  expect(failures.map(({ name }) => name)).toEqual([
    'no browser test runs on "desktop"',
    'no server',
  ]);
});

test('a runner that leaves no report has failed', () => {
  const { failures } = resultOf('test-results/none.json', 'npm run fast', readVitest);
  expect(failures).toEqual([
    { name: 'npm run fast ended without a report', again: 'npm run fast' },
  ]);
});
