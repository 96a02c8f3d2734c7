import { Worker } from 'node:worker_threads';

/** For JavaScript's objects; WebAssembly's memory and buffers do not count. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 } as const;

const isMemoryError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

type Failure = 'too slow' | 'too much memory' | 'ended';

/** Runs a file in a thread, and answers its first message, or how it failed. */
export const runThread = async <T>(
  file: URL,
  workerData: object,
  withinMs: number,
): Promise<{ readonly posted: T } | { readonly failure: Failure }> => {
  // A library's last words over a broken file do not belong in the log.
  const worker = new Worker(file, { workerData, resourceLimits: LIMITS, stderr: true });
  const answer = Promise.withResolvers<{ posted: T } | { failure: Failure }>();
  const timer = setTimeout(() => answer.resolve({ failure: 'too slow' }), withinMs);
  worker.once('message', (posted: T) => answer.resolve({ posted }));
  worker.once('error', (error) => {
    if (isMemoryError(error)) answer.resolve({ failure: 'too much memory' });
    else answer.reject(error);
  });
  worker.once('exit', () => answer.resolve({ failure: 'ended' }));
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
