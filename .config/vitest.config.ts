import path from 'node:path';
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';
import { byDepth, hasShortLog, isDeep } from '../tests/depth.ts';

const TIME_LIMIT_IN_MS = byDepth(5, 30) * 60_000;

const filesOf = (...folders: string[]): string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.ts`);

/**
 * Tests whose files share a process and its local services. The data in the services is deleted
 * before each file.
 */
const SHOP = ['tests/**/*.shop.test.ts'];
/**
 * Tests that also run with a second catalog, which has an inactive guide, a different time zone and
 * no checkout options.
 */
const CATALOG_TESTS = ['tests/orders/catalog.shop.test.ts'];
const OTHER_CATALOG = path.resolve(import.meta.dirname, '../tests/other-catalog.json');
/** Tests that change the environment or the network of their own process. */
const ALONE = ['tests/**/*.alone.test.ts'];
/** Files may share imported modules if their tests leave no state behind in them. */
const TOGETHER = { setupFiles: ['tests/after-each-file.ts'], isolate: false };

const project = (name: string, test: NonNullable<TestProjectInlineConfiguration['test']>) => ({
  extends: true as const,
  test: { name, ...test },
});

export default defineConfig({
  test: {
    reporters: [hasShortLog ? 'dot' : 'default', 'json'],
    silent: hasShortLog ? 'passed-only' : false,
    outputFile: { json: 'test-results/vitest.json' },
    // This limit is for tests that hang, not for slow ones. No test overrides it.
    testTimeout: TIME_LIMIT_IN_MS,
    hookTimeout: TIME_LIMIT_IN_MS,
    // Only a failing test waits this long.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['tests/properties.ts'],
    // Don't truncate values in test.each titles.
    taskTitleValueFormatTruncate: 0,
    // In a worker thread, `process.env` is only a copy, so some changes to it have no effect.
    pool: 'forks',
    // Hides the log line of each request.
    onConsoleLog: (line) => !line.includes('"event":"request"'),
    // Three workers keep two cores busy, because many tests wait for services, browsers and builds.
    maxWorkers: 3,
    projects: [
      project('unit', {
        include: ['tests/**/*.test.ts'],
        // The packages that are installed in tests/bench/pages include test files.
        exclude: [...SHOP, ...ALONE, ...filesOf('build', 'deep'), '**/node_modules/**'],
        ...TOGETHER,
      }),
      project('shop', { include: SHOP, ...TOGETHER }),
      project('other catalog', {
        include: CATALOG_TESTS,
        env: { CATALOG: OTHER_CATALOG },
        alias: [{ find: /^.*\/content\/catalog\.json$/, replacement: OTHER_CATALOG }],
        ...TOGETHER,
      }),
      // Function bundles are not transformed.
      project('alone', { include: ALONE, server: { deps: { external: [/test-functions/] } } }),
      project('built', {
        include: filesOf('build'),
        exclude: ALONE,
        isolate: false,
        globalSetup: 'tests/build/built-once.ts',
      }),
      // Runs after the other projects, which could take the ports that these tests have chosen.
      ...(isDeep
        ? [project('deep', { include: filesOf('deep'), sequence: { groupOrder: 1 } })]
        : []),
    ],
  },
});
