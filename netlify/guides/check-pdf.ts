import { readFile } from 'node:fs/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startEngine } from '#pdf/engine.ts';
import { type Inspection, inspectPdf } from '#pdf/inspect.ts';
import { MAX_CHECK_MS } from '#pdf/limits.ts';
import { TOO_MUCH_MEMORY, TOO_SLOW, UNREADABLE } from '#pdf/refusal.ts';
import { runThread } from './thread.ts';

/** Names this file's task among those of workers, which the emulator has too. */
const TASK = 'check-pdf';

/** A bundle has the engine beside this file. */
const readEngine = (): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL('./pdfium.wasm', import.meta.url)).catch(() =>
    readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  );

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once per instance, since compiling takes longer than checking a small file. */
const compileEngine = (): Promise<WebAssembly.Module> =>
  (compiled ??= readEngine().then((bytes) => WebAssembly.compile(bytes)));

const REFUSALS = {
  'too slow': TOO_SLOW,
  'too much memory': TOO_MUCH_MEMORY,
  ended: UNREADABLE,
} as const;

/** Checks in a thread of its own whether a file may be sold as a guide. */
export const checkPdf = async (
  bytes: Uint8Array,
  withinMs: number = MAX_CHECK_MS,
): Promise<Inspection> => {
  const data = { task: TASK, bytes, wasm: await compileEngine() };
  const checked = await runThread<Inspection>(new URL(import.meta.url), data, withinMs);
  return 'posted' in checked ? checked.posted : { refusal: REFUSALS[checked.failure] };
};

if (!isMainThread && workerData?.task === TASK) {
  const engine = await startEngine(workerData.wasm);
  parentPort?.postMessage(inspectPdf(engine, workerData.bytes));
}
