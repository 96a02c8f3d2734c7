import { MAX_CHECK_MS } from '../../pdf/limits.ts';
import { NOT_PDF, type Refusal, TOO_SLOW } from '../../pdf/refusal.ts';
import type { InspectReply } from './inspect-worker.ts';
// Vite makes the address; in the file itself there is no such export.
import workerUrl from './inspect-worker.ts?worker&url';
import type { Checked, Pixels } from './upload-state.ts';

export type Inspected = Omit<Checked, 'file' | 'product'> | { readonly refusal: Refusal };

/** A page that takes longer is not worth waiting for: the rest does not need it. */
const DRAW_WITHIN_MS = 20_000;

/** The browser's own, where it has them; TypeScript does not know them yet. */
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

/** Named in src/layouts/policy.ts. It lets one address run, and no other. */
const startWorker = (() => {
  let address: string | undefined;
  return (): Worker => {
    const only = { createScriptURL: () => workerUrl };
    address ??=
      window.trustedTypes?.createPolicy('pdf-worker', only).createScriptURL('') ?? workerUrl;
    return new Worker(address, { type: 'module' });
  };
})();

/** A machine without a PDF reader may not know the type: then the content tells alone. */
const DECLARED = new Set(['', 'application/pdf']);

/**
 * Checks a file as the shop will, and begins to draw its first page. Rejects where this browser cannot
 * look into it.
 */
export function inspect(file: File, signal: AbortSignal): Promise<Inspected> {
  if (!DECLARED.has(file.type)) return Promise.resolve({ refusal: NOT_PDF });
  const worker = startWorker();
  const page = Promise.withResolvers<Pixels | null>();
  const inspected = Promise.withResolvers<Inspected>();

  const end = (): void => {
    worker.terminate();
    page.resolve(null);
    inspected.reject(new Error('the file could not be looked into'));
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
      timer = setTimeout(end, DRAW_WITHIN_MS);
    }
    if (data.kind === 'drawn') page.resolve(data.page);
    if (data.kind === 'refused' || data.kind === 'drawn') end();
  });
  worker.postMessage(file);
  return inspected.promise;
}
