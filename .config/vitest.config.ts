import { defineConfig } from 'vitest/config';

const JSON_REPORT = 'test-results/vitest.json';

export default defineConfig({
  test: {
    include: ['tests/{unit,content,functions,build,start}/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: JSON_REPORT },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each file has its own environment and its own Redis, Stripe stand-in and store.
    pool: 'forks',
  },
});
