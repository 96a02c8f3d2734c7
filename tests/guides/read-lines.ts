import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startEngine } from '../../src/pdf/engine.ts';

const wasm = await WebAssembly.compile(
  await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
);

type Point = { readonly x: number; readonly y: number };

export type PageAsSeen = {
  readonly text: string;
  /** In points, and turned as a reader turns it. */
  readonly width: number;
  readonly height: number;
  /** Of the line: where its first letter begins and its last one, from the lower left corner. */
  readonly from: Point;
  readonly to: Point;
};

/** Device units in a point, since PDFium answers whole numbers. */
const FINE = 100;

/** Every page as PDFium shows it, with the place of these words on it. */
export const readLines = async (bytes: Uint8Array, words: string): Promise<PageAsSeen[]> => {
  const { pdfium, memory, library } = await startEngine(wasm);
  const call = pdfium as unknown as Record<string, (...values: number[]) => number>;
  const fn = (name: string) => call[name] ?? (() => Number.NaN);
  const file = pdfium.malloc(bytes.byteLength);
  new Uint8Array(memory().buffer).set(bytes, file);
  const doc = pdfium.FPDF_LoadMemDocument(file, bytes.byteLength, 0);
  const at = pdfium.malloc(16);
  const count = pdfium.FPDF_GetPageCount(doc);
  const readPage = (index: number): PageAsSeen => {
    const page = pdfium.FPDF_LoadPage(doc, index);
    const text = fn('FPDFText_LoadPage')(page);
    const letters = Array.from({ length: fn('FPDFText_CountChars')(text) }, (_, n) =>
      String.fromCharCode(fn('FPDFText_GetUnicode')(text, n)),
    ).join('');
    const width = fn('FPDF_GetPageWidthF')(page);
    const height = fn('FPDF_GetPageHeightF')(page);
    const pointOf = (letter: number): Point => {
      fn('FPDFText_GetCharOrigin')(text, letter, at, at + 8);
      const [x, y] = [memory().getFloat64(at, true), memory().getFloat64(at + 8, true)];
      const size = [Math.round(width * FINE), Math.round(height * FINE)] as const;
      fn('FPDF_PageToDevice')(page, 0, 0, ...size, 0, x, y, at, at + 4);
      const [right, down] = [memory().getInt32(at, true), memory().getInt32(at + 4, true)];
      return { x: right / FINE, y: height - down / FINE };
    };
    const first = letters.indexOf(words);
    const [from, to] = [pointOf(first), pointOf(first + words.length - 1)];
    pdfium.FPDF_ClosePage(page);
    return { text: letters, width, height, from, to };
  };
  const pages = Array.from({ length: count }, (_, index) => readPage(index));
  library.destroy();
  return pages;
};
