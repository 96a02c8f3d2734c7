import { MAX_CHECK_MS } from '../../pdf/limits.ts';
import { NOT_PDF, type Refusal, TOO_SLOW } from '../../pdf/refusal.ts';
import type { InspectReply } from './inspect-worker.ts';
// Vite provides this default export; the file itself has none.
import workerUrl from './inspect-worker.ts?worker&url';
import type { Checked } from './upload-state.ts';

export type Inspected = Omit<Checked, 'file' | 'product'> | { readonly refusal: Refusal };

/** The preview is optional, so a slow page is abandoned. */
const DRAW_TIMEOUT_MS = 20_000;

/** The Trusted Types API. Not all browsers have it, and TypeScript has no types for it yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
};
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** Allows one worker URL and no other. src/layouts/policy.ts names this policy. */
const policy = window.trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: () => workerUrl,
});
const WORKER_URL = policy?.createScriptURL('') ?? workerUrl;

/** The type is empty on a machine without a PDF reader. Then only the content counts. */
const PDF_TYPES = new Set(['', 'application/pdf']);

/**
 * Runs the server's checks on a file and starts to draw its first page. Rejects if the browser cannot
 * inspect it.
 */
export function inspect(file: File, signal: AbortSignal): Promise<Inspected> {
  if (!PDF_TYPES.has(file.type)) return Promise.resolve({ refusal: NOT_PDF });
  const worker = new Worker(WORKER_URL, { type: 'module' });
  const page = Promise.withResolvers<ImageData | null>();
  const inspected = Promise.withResolvers<Inspected>();

  const end = (): void => {
    worker.terminate();
    page.resolve(null);
    inspected.reject(new Error('the file could not be inspected'));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = (): void => {
    inspected.resolve({ refusal: TOO_SLOW });
    end();
  };
  signal.addEventListener('abort', end);
  worker.addEventListener('error', end);
  worker.addEventListener('messageerror', end);
  worker.addEventListener('message', ({ data }: MessageEvent<InspectReply>) => {
    clearTimeout(timer);
    if (data.kind === 'begun') timer = setTimeout(tooSlow, MAX_CHECK_MS);
    if (data.kind === 'refused') inspected.resolve({ refusal: data.refusal });
    if (data.kind === 'checked') {
      const { findings, sha256 } = data;
      inspected.resolve({ findings, sha256, page: page.promise });
      timer = setTimeout(end, DRAW_TIMEOUT_MS);
    }
    if (data.kind === 'drawn') page.resolve(data.page);
    if (data.kind === 'refused' || data.kind === 'drawn') end();
  });
  worker.postMessage(file);
  return inspected.promise;
}
