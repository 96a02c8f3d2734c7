import { toast } from 'sonner';
import { createStore } from '../store.ts';
import { type AdminProduct, guessProduct } from './guess-product.ts';
import { guidesChanged } from './guide-files.ts';
import { isRefusal } from './retry.ts';
import { discardParts, sendFile, type Sending } from './send-file.ts';
import { MAX_FAILING_MS, MAX_SILENT_MS, watchProgress } from './stuck.ts';
import { isInProgress, mayStart, type Started, type UploadState } from './upload-state.ts';

const UNREADABLE = 'This browser couldn’t check the file. Choose it again, or reload this page.';
const FAILED = 'There was an error uploading the file.';

/** The page's only upload. */
export const uploadState = createStore<UploadState>({ step: 'idle' });

let upload = new AbortController();
/** Inspects the chosen file. It may still draw the first page while the file is being uploaded. */
let inspection = new AbortController();

/** Aborts the running upload. Its `show` has no effect from then on. */
function restart(): { signal: AbortSignal; show: (next: UploadState) => void } {
  upload.abort();
  upload = new AbortController();
  const { signal } = upload;
  return { signal, show: (next) => signal.aborted || uploadState.set(next) };
}

function showFailure(code: string | null): void {
  if (code === 'file_not_pdf') {
    toast.error('Invalid file type', { description: 'Please upload a PDF file.' });
  } else toast.error('Upload failed', { description: FAILED });
}

/** Replaces the chosen file, at any time. The server keeps the parts of the previous one. */
export async function chooseFile(file: File, products: readonly AdminProduct[]): Promise<void> {
  const { signal, show } = restart();
  inspection.abort();
  inspection = new AbortController();
  const fileName = file.name;
  show({ step: 'checking', fileName });
  try {
    // Loaded on demand, because it brings a PDF library.
    const { inspect } = await import('./inspect.ts');
    const found = await inspect(file, inspection.signal);
    if (signal.aborted) return;
    if ('refusal' in found) {
      const { code, reason } = found.refusal;
      show({ step: 'refused', fileName, reason });
      if (code === 'file_not_pdf') showFailure(code);
    } else {
      const product = guessProduct(fileName, products)?.id ?? null;
      show({ step: 'ready', file, ...found, product });
    }
  } catch {
    show({ step: 'refused', fileName, reason: UNREADABLE });
  }
}

export function chooseProduct(product: string): void {
  const now = uploadState.get();
  if (!mayStart(now)) return;
  const { file, findings, sha256, page } = now;
  uploadState.set({ step: 'ready', file, findings, sha256, page, product });
}

/** Browsers report bytes in bursts. This averages them out and still follows a change of speed. */
const WINDOW_MS = 10_000;
/** A shorter measurement gives no reliable speed. */
const MIN_MEASURED_MS = 1_000;

/** The number of bytes sent at a point in time. */
type Sample = { readonly atMs: number; readonly bytes: number };

/** How long `bytes` more bytes will take. Null while the speed is unknown or zero. */
function secondsFor(bytes: number, samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < MIN_MEASURED_MS) return null;
  const bytesPerMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
  return bytesPerMs > 0 ? Math.ceil(bytes / bytesPerMs / 1000) : null;
}

/** Starts or resumes the upload. */
export async function startUpload(): Promise<void> {
  const now = uploadState.get();
  if (!mayStart(now) || now.product === null) return;
  const { signal, show } = restart();
  const { file, sha256, product } = now;
  let started: Started = { ...now, product, sentBytes: 'sentBytes' in now ? now.sentBytes : 0 };
  let samples: Sample[] = [];
  let isPublishing = false;
  const watch = watchProgress(() => {
    const shown = uploadState.get();
    if (isInProgress(shown) && !shown.isStuck) show({ ...shown, isStuck: true });
  });

  const showSending = (sending: Sending): void => {
    if (sending.step === 'uploading') {
      const { sentBytes } = sending;
      started = { ...started, sentBytes };
      if (isPublishing) watch.restart();
      watch.sent(sentBytes);
      watch.expect(MAX_SILENT_MS);
      isPublishing = false;
      const atMs = performance.now();
      samples = samples.filter((sample) => sample.atMs >= atMs - WINDOW_MS);
      samples.push({ atMs, bytes: sentBytes });
      const remainingSeconds = secondsFor(file.size - sentBytes, samples);
      return show({ ...started, step: 'uploading', isStuck: watch.isStuck(), remainingSeconds });
    }
    // Measurements from before a pause say nothing about the current speed.
    samples = [];
    if (sending.step === 'waiting') {
      watch.expect(MAX_FAILING_MS);
      return show({ ...started, ...sending, isStuck: watch.isStuck(), mayBeLive: isPublishing });
    }
    // The server takes a while to check the whole file.
    if (!isPublishing) watch.progress();
    isPublishing = true;
    show({ ...started, ...sending, isStuck: watch.isStuck() });
  };

  show({ ...started, step: 'uploading', isStuck: false, remainingSeconds: null });
  watch.expect(MAX_SILENT_MS);
  try {
    const result = await sendFile({ file, sha256, product }, showSending, signal);
    show({ ...started, step: 'done', result });
    toast.success('Upload successful');
    void guidesChanged();
  } catch (error) {
    if (signal.aborted) return;
    const refusal = isRefusal(error) ? error : null;
    const mayBeLive = isPublishing && refusal === null;
    show({ ...started, step: 'failed', reason: refusal?.detail ?? FAILED, mayBeLive });
    showFailure(refusal?.code ?? null);
  } finally {
    watch.end();
  }
}

export function cancelUpload(): void {
  const now = uploadState.get();
  // A file that is being published may be live already.
  if (now.step !== 'uploading' && (now.step !== 'waiting' || now.mayBeLive)) return;
  restart().show({ ...now, step: 'canceled' });
}

/** Discards the chosen file, and its parts on the server. */
export async function discardFile(): Promise<void> {
  const now = uploadState.get();
  if (isInProgress(now)) return;
  restart().show({ step: 'idle' });
  if (now.step !== 'canceled' && now.step !== 'failed') return;
  // A failure does not matter, because the server deletes old parts by itself.
  await discardParts(now).catch(() => undefined);
}
