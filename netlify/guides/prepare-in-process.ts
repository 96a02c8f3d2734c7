import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { Refusal } from '#contract/guide-pdf.ts';
import type { PreparedPdf } from './prepare-pdf.ts';

type Limits = {
  readonly timeInMs: number;
  /** For the whole process. */
  readonly memoryInBytes: number;
};

type Task = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly wantsPlaceholder: boolean;
  readonly limits: Limits;
};

type Outcome = PreparedPdf | { readonly refusal: Refusal };

/** Well under a function's 60 s and 1 GB, because it must also receive and store the file. */
const LIMITS: Limits = { timeInMs: 25_000, memoryInBytes: 600_000_000 };

const TOO_COMPLEX: Refusal = {
  code: 'pdf_too_complex',
  reason:
    'Checking this PDF takes too much time or memory. Open it in a PDF reader, print it to a new PDF, and upload that.',
};

/** Messages between processes arrive as views into larger buffers. */
const withOwnBuffer = <T extends { readonly bytes: Uint8Array<ArrayBuffer> }>(message: T): T => ({
  ...message,
  bytes: new Uint8Array(message.bytes),
});

/**
 * Calls `preparePdf` in another process, and kills that process when it reaches a limit. Even a
 * small file can occupy the PDF library for hours or unpack to gigabytes. A killed worker thread
 * would take seconds to free its memory.
 */
export const prepareInProcess = async (
  bytes: Uint8Array<ArrayBuffer>,
  wantsPlaceholder: boolean,
  limits = LIMITS,
): Promise<Outcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  // Runs the file that contains this code. In a bundle, that is the whole function.
  const child = fork(new URL(import.meta.url), { serialization: 'advanced' });
  child.on('message', resolve);
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    if (signal) resolve({ refusal: TOO_COMPLEX });
    else reject(new Error(`The process that checks PDFs exited with code ${code}.`));
  });
  const task: Task = { bytes, wantsPlaceholder, limits };
  child.send(task);
  try {
    const outcome = await promise;
    return 'bytes' in outcome ? withOwnBuffer(outcome) : outcome;
  } finally {
    child.kill();
  }
};

/** Runs in a separate thread, because the PDF library blocks the main one. */
const END_AT_LIMITS = `
  const { timeInMs, memoryInBytes } = require('node:worker_threads').workerData;
  const endsAt = performance.now() + timeInMs;
  setInterval(() => {
    const isOver = performance.now() > endsAt || process.memoryUsage.rss() > memoryInBytes;
    if (isOver) process.kill(process.pid, 'SIGKILL');
  }, 20);
`;

const runTask = async (task: Task): Promise<void> => {
  new Worker(END_AT_LIMITS, { eval: true, workerData: task.limits }).unref();
  // The PDF library creates an error for each byte that it can't read. Recording the stack traces
  // would triple the time.
  Error.stackTraceLimit = 0;
  const { preparePdf } = await import('./prepare-pdf.ts');
  const { bytes, wantsPlaceholder } = withOwnBuffer(task);
  process.send?.(await preparePdf(bytes, wantsPlaceholder));
};

// Netlify merges the files of each function into one. In that file, a module that is loaded by
// `import()` runs only when `import()` is called. So import this module statically, or the process
// does nothing. With `once` instead of `on`, the process could end before its response is read.
if (import.meta.main) process.on('message', runTask);
