import { afterAll, vi } from 'vitest';

// Test files share a process, so each one undoes what it mocked.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
