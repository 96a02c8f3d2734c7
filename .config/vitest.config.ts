import { defineConfig } from 'vitest/config';
import { byDepth, isDeep } from '../tests/depth.ts';

const JSON_REPORT = 'test-results/vitest.json';
const TAKES_AT_MOST_MS = byDepth(5, 30) * 60_000;

const filesOf = (...folders: string[]): string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.ts`);

/** They share the hosted services of their process, emptied for each file. */
const SHOP = ['tests/**/*.shop.test.ts'];
/** Each sets the environment or the network of a process of its own. */
const ALONE = ['tests/**/*.alone.test.ts'];
/** The owner's commands in processes of their own, but for the main way of each. */
const DEEP_ONLY = isDeep
  ? []
  : [
      'tests/backup/{announcements,broken-off,refusals,scope}.alone.test.ts',
      'tests/commands/setup-{again,answers}.shop.test.ts',
      'tests/mail/{announcement-crash,portions}.alone.test.ts',
    ];
/** They share one build. */
const READ_THE_BUILT_SITE = [
  'tests/build/{doctor,headers,page-budgets,secrets,site,structured-data}.test.ts',
];

const DEEP = {
  extends: true as const,
  // After the others, whose ports it takes for copies of the project.
  test: { name: 'deep', include: filesOf('deep'), sequence: { groupOrder: 1 } },
};

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: JSON_REPORT },
    // For what hangs, not for what is slow: no test has a limit of its own.
    testTimeout: TAKES_AT_MOST_MS,
    hookTimeout: TAKES_AT_MOST_MS,
    // What is waited for comes when it comes; only a test that fails takes so long.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['tests/properties.ts'],
    // An environment can be set for a process, not for a thread.
    pool: 'forks',
    // A line for each request of each test.
    onConsoleLog: (line) => !line.includes('"event":"request"'),
    // Two processors are busy with three: many tests wait for services, browsers and builds.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...SHOP,
            ...ALONE,
            ...filesOf('content', 'build', 'start', 'deep'),
            // The bench of the pages has packages of its own, with their tests.
            '**/node_modules/**',
          ],
          // Plain functions over plain data: what one file has imported serves the next.
          setupFiles: ['tests/after-each-file.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: SHOP,
          exclude: DEEP_ONLY,
          setupFiles: ['tests/after-each-file.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: DEEP_ONLY },
      },
      {
        extends: true,
        test: {
          name: 'site',
          // Each builds or starts a copy of the project, so that two at a time do not meet.
          include: filesOf('content', 'build', 'start'),
          exclude: READ_THE_BUILT_SITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: READ_THE_BUILT_SITE,
          globalSetup: 'tests/build/built-once.ts',
        },
      },
      ...(isDeep ? [DEEP] : []),
    ],
  },
});
