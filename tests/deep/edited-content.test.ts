import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ProjectCopy, copyProject } from '../project.ts';
import { editEverything } from './edits.ts';

/** What the copied tests read beside the project itself. */
const BESIDE = ['tests', '.env.example', '.ci', 'package-lock.json'];

const inTests = (folders: string): string[] => folders.split(' ').map((name) => `tests/${name}`);

/** All that need no browser. */
const FAST = inTests(
  'unit spec purchase pages samples content checkout orders downloads guides admin http mail health model fuzz stripe',
);

const SAYS =
  "the shop's content differs from its specification: change this table too if that is meant";

type Report = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** Runs tests of a copy of the project there. */
const run = async (project: ProjectCopy, filters: readonly string[]): Promise<Report> => {
  const vitest = path.join(project.root, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', '.config/vitest.config.ts', '--root', '.', '--reporter', 'json'];
  const args = [vitest, 'run', ...config, '--outputFile', 'report.json', ...filters];
  // A run within a run must not take the outer one's word for where it is.
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, DEEP: ____, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: project.root, env, stdio: 'ignore' });
  await once(child, 'exit');
  return JSON.parse(project.read('report.json'));
};

/** What failed, but for the table of the specification's values failing with its own words. */
const strayFailures = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const stray = failed.filter(
      ({ failureMessages }) =>
        !name.includes('/tests/spec/') || !failureMessages.every((words) => words.includes(SAYS)),
    );
    const lines = stray.map(({ fullName, failureMessages }) =>
      [name, fullName, failureMessages[0]?.slice(0, 300)].join(': '),
    );
    // A file that does not even load has no tests.
    return assertionResults.length === 0 ? [`${name}: ${message}`, ...lines] : lines;
  });

let project: ProjectCopy | undefined;
afterEach(() => project?.remove());

test('what an owner edits turns no test red but those of the specification', async () => {
  project = copyProject(BESIDE);
  editEverything(project);
  const report = await run(project, FAST);
  expect(report.numPassedTests).toBeGreaterThan(1000);
  expect(strayFailures(report)).toEqual([]);
});
