import { toast } from 'sonner';
import { createStore } from '../store.ts';
import { type AdminProduct, guessProduct } from './guess-product.ts';
import { guidesChanged } from './guide-files.ts';
import { isRefusal, sendFile } from './send-file.ts';
import { mayStart, type UploadState } from './upload-state.ts';

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

/** Replaces the chosen file, at any time. */
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

export async function startUpload(): Promise<void> {
  const now = uploadState.get();
  if (!mayStart(now) || now.product === null) return;
  const { signal, show } = restart();
  const started = { ...now, product: now.product };
  const onSent = (sentBytes: number) => show({ ...started, step: 'uploading', sentBytes });
  onSent(0);
  try {
    const result = await sendFile(started, onSent, signal);
    show({ ...started, step: 'done', result });
    toast.success('Upload successful');
  } catch (error) {
    if (signal.aborted) return;
    const refusal = isRefusal(error) ? error : null;
    show({ ...started, step: 'failed', reason: refusal?.detail ?? FAILED });
    showFailure(refusal?.code ?? null);
  }
  // The file may be live although the answer was lost.
  void guidesChanged();
}

/** Stops the upload before the whole file is sent. */
export function cancelUpload(): void {
  const now = uploadState.get();
  if (now.step === 'uploading') restart().show({ ...now, step: 'ready' });
}

export const discardFile = (): void => restart().show({ step: 'idle' });
