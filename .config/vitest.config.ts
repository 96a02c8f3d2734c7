import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { byDepth, hasShortLog, isDeep } from '../tests/depth.ts';

const JSON_REPORT = 'test-results/vitest.json';
const TAKES_AT_MOST_MS = byDepth(5, 30) * 60_000;

const filesOf = (...folders: string[]): string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.ts`);

/** Tests that share the services of their process, which are emptied for each file. */
const SHOP = ['tests/**/*.shop.test.ts'];
/** Tests that also run over another catalogue: a guide off sale, another time zone, every option off. */
const OF_ANY_CATALOGUE = ['tests/orders/catalogue.shop.test.ts'];
const OTHER_CATALOG = path.resolve(import.meta.dirname, '../tests/other-catalog.json');
/** Tests that change the environment or the network of their own process. */
const ALONE = ['tests/**/*.alone.test.ts'];
const DEEP = {
  extends: true as const,
  // After the others, since its copies of the project use their ports.
  test: { name: 'deep', include: filesOf('deep'), sequence: { groupOrder: 1 } },
};

export default defineConfig({
  test: {
    reporters: [hasShortLog ? 'dot' : 'default', 'json'],
    silent: hasShortLog ? 'passed-only' : false,
    outputFile: { json: JSON_REPORT },
    // The limit is for tests that hang, not for slow ones. No test has its own.
    testTimeout: TAKES_AT_MOST_MS,
    hookTimeout: TAKES_AT_MOST_MS,
    // Only a test that fails waits this long.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['tests/properties.ts'],
    // The environment belongs to a process, not to a thread.
    pool: 'forks',
    // Drops the line that each request logs.
    onConsoleLog: (line) => !line.includes('"event":"request"'),
    // Three workers keep two cores busy, since many tests wait for services, browsers and builds.
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
            ...filesOf('build', 'deep'),
            // Packages of the pages' bench have tests of their own.
            '**/node_modules/**',
          ],
          // These test plain functions over plain data, so files share their imported modules.
          setupFiles: ['tests/after-each-file.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: SHOP,
          setupFiles: ['tests/after-each-file.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'other catalogue',
          include: OF_ANY_CATALOGUE,
          setupFiles: ['tests/after-each-file.ts'],
          isolate: false,
          env: { CATALOG: OTHER_CATALOG },
          alias: [{ find: /^.*\/content\/catalog\.json$/, replacement: OTHER_CATALOG }],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: filesOf('build'),
          exclude: ALONE,
          isolate: false,
          globalSetup: 'tests/build/built-once.ts',
        },
      },
      ...(isDeep ? [DEEP] : []),
    ],
  },
});
