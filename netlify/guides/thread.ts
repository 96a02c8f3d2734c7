import { Worker } from 'node:worker_threads';

/** Of JavaScript's own objects: what WebAssembly and buffers hold is not among them. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 } as const;

const isMemoryError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

type Failure = 'too slow' | 'too much memory' | 'ended';

/** Runs a file in a thread that may fail, hang or be ended, and answers what it posts first. */
export const runThread = async <T>(
  file: URL,
  workerData: object,
  withinMs: number,
): Promise<{ readonly posted: T } | { readonly failure: Failure }> => {
  // What a library says last, when a file is too much for it, belongs into no log.
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
