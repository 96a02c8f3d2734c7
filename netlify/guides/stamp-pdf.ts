import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { WithLine } from './stamp/add-line.ts';
import { runThread } from './thread.ts';

/** The task of a worker that runs this file. */
const TASK = 'stamp-pdf';

/** Adds the blank line to a PDF in a thread of its own. Rejects where that cannot be done. */
export const stampPdf = async (
  bytes: Uint8Array,
  darkFeet: readonly boolean[],
  withinMs: number,
): Promise<WithLine> => {
  const data = { task: TASK, bytes, darkFeet };
  const stamped = await runThread<WithLine>(new URL(import.meta.url), data, withinMs);
  if ('posted' in stamped) return stamped.posted;
  throw new Error(`no line was added: ${stamped.failure}`);
};

if (!isMainThread && workerData?.task === TASK) {
  // Only the thread loads it.
  const { addLine } = await import('./stamp/add-line.ts');
  parentPort?.postMessage(await addLine(workerData.bytes, workerData.darkFeet));
}
