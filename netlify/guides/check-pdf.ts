import { readFile } from 'node:fs/promises';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startEngine } from '#pdf/engine.ts';
import { type Inspection, inspectPdf } from '#pdf/inspect.ts';
import { MAX_CHECK_MS } from '#pdf/limits.ts';
import { TOO_MUCH_MEMORY, TOO_SLOW, UNREADABLE } from '#pdf/refusal.ts';

/** The task of a worker that runs this file; the emulator's own workers have others. */
const TASK = 'check-pdf';

/** Of JavaScript's own objects. PDFium's memory is not among them, and has its own limit. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 } as const;

/** Lies beside this file where it is bundled. */
const readEngine = (): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL('./pdfium.wasm', import.meta.url)).catch(() =>
    readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  );

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once and shared by all checks of this instance: that takes longer than to check a small file. */
const compileEngine = (): Promise<WebAssembly.Module> =>
  (compiled ??= readEngine().then((bytes) => WebAssembly.compile(bytes)));

const isMemoryError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Whether the file may be sold as a guide, found out in a thread that may fail, hang or be ended. */
export const checkPdf = async (
  bytes: Uint8Array,
  withinMs: number = MAX_CHECK_MS,
): Promise<Inspection> => {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { task: TASK, bytes, wasm: await compileEngine() },
    resourceLimits: LIMITS,
    // PDFium's last words, when a file is too much for it, belong into no log.
    stderr: true,
  });
  const checked = Promise.withResolvers<Inspection>();
  const timer = setTimeout(() => checked.resolve({ refusal: TOO_SLOW }), withinMs);
  worker.once('message', checked.resolve);
  worker.once('error', (error) => {
    if (isMemoryError(error)) checked.resolve({ refusal: TOO_MUCH_MEMORY });
    else checked.reject(error);
  });
  worker.once('exit', () => checked.resolve({ refusal: UNREADABLE }));
  try {
    return await checked.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};

if (!isMainThread && workerData?.task === TASK) {
  const engine = await startEngine(workerData.wasm);
  parentPort?.postMessage(inspectPdf(engine, workerData.bytes));
}
