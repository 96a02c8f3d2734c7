import { toast } from 'sonner';
import { createStore } from '../store.ts';
import { type AdminProduct, guessProduct } from './guess-product.ts';
import { guidesChanged } from './guide-files.ts';
import { isRefusal } from './retry.ts';
import { discardParts, sendFile, type Sending } from './send-file.ts';
import { FAILING_MS, SILENT_MS, watchForNews } from './stuck.ts';
import { isInProgress, mayStart, type Started, type UploadState } from './upload-state.ts';

const UNREADABLE = 'This browser couldn’t check the file. Choose it again, or reload this page.';
const FAILED = 'There was an error uploading the file.';

/** The page's one upload, outside React. */
export const uploadState = createStore<UploadState>({ step: 'idle' });

let work = new AbortController();
/** Of the file that is shown. Its page may still be drawn while the file is on its way. */
let inspecting = new AbortController();

/** Ends what runs. What that still has to say is not heard. */
function startAnew(): { signal: AbortSignal; show: (next: UploadState) => void } {
  work.abort();
  work = new AbortController();
  const { signal } = work;
  return { signal, show: (next) => signal.aborted || uploadState.set(next) };
}

function showFailure(code: string | null): void {
  if (code === 'file_not_pdf') {
    toast.error('Invalid file type', { description: 'Please upload a PDF file.' });
  } else toast.error('Upload failed', { description: FAILED });
}

/** Takes another file at any time; what the shop holds of one before it stays there. */
export async function chooseFile(file: File, products: readonly AdminProduct[]): Promise<void> {
  const { signal, show } = startAnew();
  inspecting.abort();
  inspecting = new AbortController();
  const fileName = file.name;
  show({ step: 'checking', fileName });
  try {
    // The check comes with a PDF library: it is loaded when there is a file to inspect.
    const { inspect } = await import('./inspect.ts');
    const found = await inspect(file, inspecting.signal);
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

/** Long enough to even out the bursts in which a browser tells of bytes, short enough to follow a change. */
const WINDOW_MS = 10_000;
/** What is measured over less says nothing yet. */
const ENOUGH_MS = 1_000;

/** How many bytes were there at which times, oldest first. */
type Sample = { readonly atMs: number; readonly bytes: number };

/** How long that many bytes will take. Null until enough was measured, or while nothing moves. */
function secondsFor(bytes: number, samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < ENOUGH_MS) return null;
  const bytesPerMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
  return bytesPerMs > 0 ? Math.ceil(bytes / bytesPerMs / 1000) : null;
}

/** Begins, or goes on where it stopped. */
export async function startUpload(): Promise<void> {
  const now = uploadState.get();
  if (!mayStart(now) || now.product === null) return;
  const { signal, show } = startAnew();
  const { file, sha256, product } = now;
  let started: Started = { ...now, product, sentBytes: 'sentBytes' in now ? now.sentBytes : 0 };
  let samples: Sample[] = [];
  let isPublishAsked = false;
  const watch = watchForNews(() => {
    const shown = uploadState.get();
    if (isInProgress(shown)) show({ ...shown, isStuck: true });
  });

  const showSending = (sending: Sending): void => {
    if (sending.step === 'uploading') {
      const { sentBytes } = sending;
      started = { ...started, sentBytes };
      if (isPublishAsked) watch.startAnew();
      watch.sent(sentBytes);
      watch.expect(SILENT_MS);
      isPublishAsked = false;
      const atMs = performance.now();
      samples = samples.filter((sample) => sample.atMs >= atMs - WINDOW_MS);
      samples.push({ atMs, bytes: sentBytes });
      const remainingSeconds = secondsFor(file.size - sentBytes, samples);
      return show({ ...started, step: 'uploading', isStuck: watch.isStuck(), remainingSeconds });
    }
    // What was measured before a pause says nothing of the speed now.
    samples = [];
    if (sending.step === 'waiting') {
      watch.expect(FAILING_MS);
      return show({ ...started, ...sending, isStuck: watch.isStuck(), mayBeLive: isPublishAsked });
    }
    // To check the whole file takes its time.
    if (!isPublishAsked) watch.news();
    isPublishAsked = true;
    show({ ...started, ...sending, isStuck: watch.isStuck() });
  };

  show({ ...started, step: 'uploading', isStuck: false, remainingSeconds: null });
  watch.expect(SILENT_MS);
  try {
    const result = await sendFile({ file, sha256, product }, showSending, signal);
    show({ ...started, step: 'done', result });
    toast.success('Upload successful');
    void guidesChanged();
  } catch (error) {
    if (signal.aborted) return;
    const refusal = isRefusal(error) ? error : null;
    const mayBeLive = isPublishAsked && refusal === null;
    show({ ...started, step: 'failed', reason: refusal?.detail ?? FAILED, mayBeLive });
    showFailure(refusal?.code ?? null);
  } finally {
    watch.end();
  }
}

export function cancelUpload(): void {
  const now = uploadState.get();
  // What is being published may be live already.
  if (now.step !== 'uploading' && (now.step !== 'waiting' || now.mayBeLive)) return;
  startAnew().show({ ...now, step: 'canceled' });
}

/** Puts the file away, and lets the shop forget what it holds of it. */
export async function discardFile(): Promise<void> {
  const now = uploadState.get();
  if (isInProgress(now)) return;
  startAnew().show({ step: 'idle' });
  if (now.step !== 'canceled' && now.step !== 'failed') return;
  // The shop forgets them by itself later, so nobody need hear that it could not now.
  await discardParts(now).catch(() => undefined);
}
