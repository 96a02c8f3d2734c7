import { defineConfig } from 'vitest/config';

const JSON_REPORT = 'test-results/vitest.json';

const filesOf = (...folders: string[]): string[] => [`tests/{${folders.join()}}/**/*.test.ts`];

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: JSON_REPORT },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each file has its own environment and its own Redis, Stripe stand-in and store.
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: filesOf('unit', 'functions'),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: filesOf('content', 'build', 'start'),
          // Builds of the site share Astro's and Vite's caches: one at a time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
