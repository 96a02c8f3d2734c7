import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startEngine } from '../../src/pdf/engine.ts';

const wasm = await WebAssembly.compile(
  await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
);

export const newEngine = () => startEngine(wasm);

/** Device units in a point, since PDFium answers whole numbers. */
const FINE = 100;

/** Every page as a reader shows it, turned, in points, and where the first and the last letter of these words begin. */
export const readLines = async (bytes: Uint8Array, words: string) => {
  const { pdfium, memory, library } = await newEngine();
  const call = pdfium as unknown as Record<string, (...values: number[]) => number>;
  const ask = (name: string, ...values: number[]) => call[name]?.(...values) ?? Number.NaN;
  const file = pdfium.malloc(bytes.byteLength);
  new Uint8Array(memory().buffer).set(bytes, file);
  const doc = pdfium.FPDF_LoadMemDocument(file, bytes.byteLength, 0);
  const at = pdfium.malloc(16);
  const pages = Array.from({ length: pdfium.FPDF_GetPageCount(doc) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(doc, index);
    const letters = ask('FPDFText_LoadPage', page);
    const text = Array.from({ length: ask('FPDFText_CountChars', letters) }, (_letter, n) =>
      String.fromCharCode(ask('FPDFText_GetUnicode', letters, n)),
    ).join('');
    const [width, height] = [ask('FPDF_GetPageWidthF', page), ask('FPDF_GetPageHeightF', page)];
    const size = [Math.round(width * FINE), Math.round(height * FINE)] as const;
    /** From the lower left corner. */
    const placeOf = (letter: number) => {
      ask('FPDFText_GetCharOrigin', letters, letter, at, at + 8);
      const [x, y] = [memory().getFloat64(at, true), memory().getFloat64(at + 8, true)];
      ask('FPDF_PageToDevice', page, 0, 0, ...size, 0, x, y, at, at + 4);
      const [right, down] = [memory().getInt32(at, true), memory().getInt32(at + 4, true)];
      return { x: right / FINE, y: height - down / FINE };
    };
    const first = text.indexOf(words);
    const [from, to] = [placeOf(first), placeOf(first + words.length - 1)];
    return { text, width, height, from, to };
  });
  library.destroy();
  return pages;
};
