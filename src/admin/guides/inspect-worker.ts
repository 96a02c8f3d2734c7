import pdfiumUrl from '@hyzyla/pdfium/pdfium.wasm?url';
import { type Engine, startEngine } from '../../pdf/engine.ts';
import { refuseFileName, refuseSize } from '../../pdf/file.ts';
import { inspectPdf, type PdfFindings } from '../../pdf/inspect.ts';
import type { Refusal } from '../../pdf/refusal.ts';
import type { Pixels } from './upload-state.ts';

/**
 * Looks into a file away from the page: it takes seconds for a large one, and whatever a strange file
 * does to a program that reads it, it does here.
 */

/** Twice as wide as it is shown, for screens of two dots a pixel. */
const PAGE_WIDTH_PX = 640;
/** A page may be a thousand times as high as it is wide. */
const MOST_HEIGHT_PX = 4 * PAGE_WIDTH_PX;

export type InspectReply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'checked'; readonly findings: PdfFindings; readonly sha256: string }
  | { readonly kind: 'drawn'; readonly page: Pixels };

const hex = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

// A file of the site, and no answer of the server's.
// oxlint-disable-next-line no-restricted-globals -- it calls no route
const loading = WebAssembly.compileStreaming(fetch(pdfiumUrl));

async function draw({ library }: Engine, bytes: Uint8Array): Promise<Pixels> {
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const width = PAGE_WIDTH_PX;
  const height = Math.round((width * originalHeight) / originalWidth);
  if (!(height > 0 && height <= MOST_HEIGHT_PX)) throw new Error('no page to look at');
  const drawn = await page.render({ width, height, render: async ({ data }) => data });
  return { width: drawn.width, height: drawn.height, data: new Uint8ClampedArray(drawn.data) };
}

const reply = (given: InspectReply): void => self.postMessage(given);

async function inspect(file: File): Promise<void> {
  // What is far too large to be a guide is not even read.
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

// Thrown outside of a promise, it reaches the page as the worker's "error".
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  inspect(data).catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
