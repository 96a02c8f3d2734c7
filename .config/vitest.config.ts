import { defineConfig } from 'vitest/config';

const JSON_REPORT = 'test-results/vitest.json';

const filesOf = (...folders: string[]): string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.ts`);

/** They share one build. */
const READ_THE_BUILT_SITE = [
  'tests/build/{headers,page-budgets,secrets,site,structured-data}.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: JSON_REPORT },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has its own environment and its own Redis, Stripe stand-in and store.
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: filesOf('unit', 'spec'),
          // Plain functions over plain data: what one file has imported serves the next.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'functions',
          include: filesOf('functions'),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          // Each builds or starts a copy of the project, so that two at a time do not meet.
          include: filesOf('content', 'build', 'start'),
          exclude: READ_THE_BUILT_SITE,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: READ_THE_BUILT_SITE,
          globalSetup: 'tests/build/built-once.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
