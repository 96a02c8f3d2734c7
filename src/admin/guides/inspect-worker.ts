import pdfiumUrl from '@hyzyla/pdfium/pdfium.wasm?url';
import { type Engine, startEngine } from '../../pdf/engine.ts';
import { refuseFileName, refuseSize } from '../../pdf/file.ts';
import { inspectPdf, type PdfFindings } from '../../pdf/inspect.ts';
import type { Refusal } from '../../pdf/refusal.ts';

/**
 * Inspects a file in a worker. A large file takes seconds, and a malicious one can crash or hang only the
 * worker.
 */

/** Twice the displayed width, for high-density screens. */
const PAGE_WIDTH_PX = 640;
/** Limits the memory, because a page may be a thousand times as high as it is wide. */
const MAX_HEIGHT_PX = 4 * PAGE_WIDTH_PX;

export type InspectReply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'checked'; readonly findings: PdfFindings; readonly sha256: string }
  | { readonly kind: 'drawn'; readonly page: ImageData };

const hex = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

// oxlint-disable-next-line no-restricted-globals -- a static file, not a call of the server
const loading = WebAssembly.compileStreaming(fetch(pdfiumUrl));

async function draw({ library }: Engine, bytes: Uint8Array): Promise<ImageData> {
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const width = PAGE_WIDTH_PX;
  const height = Math.round((width * originalHeight) / originalWidth);
  if (!(height > 0 && height <= MAX_HEIGHT_PX)) throw new Error('no page to look at');
  const drawn = await page.render({ width, height, render: async ({ data }) => data });
  return new ImageData(new Uint8ClampedArray(drawn.data), drawn.width, drawn.height);
}

const reply = (message: InspectReply): void => self.postMessage(message);

async function inspect(file: File): Promise<void> {
  // A file that is far too large to be a guide is not read at all.
  const unread = refuseFileName(file.name) ?? refuseSize(file.size);
  if (unread) return reply({ kind: 'refused', refusal: unread });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const engine = await startEngine(await loading);
  reply({ kind: 'begun' });
  const inspected = inspectPdf(engine, bytes);
  if ('refusal' in inspected) return reply({ kind: 'refused', refusal: inspected.refusal });
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
  reply({ kind: 'checked', findings: inspected.findings, sha256 });
  reply({ kind: 'drawn', page: await draw(engine, bytes) });
}

// Only an error thrown outside a promise reaches the page as the worker's "error" event.
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  inspect(data).catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
