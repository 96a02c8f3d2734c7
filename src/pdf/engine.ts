import { PDFiumLibrary } from '@hyzyla/pdfium';
import { MAX_ENGINE_BYTES } from './limits.ts';

type Call = (...values: readonly number[]) => number;

/** The functions of PDFium's public headers that are used here. The package's own types lack most of them. */
type Pdfium = Readonly<
  Record<
    | 'FPDFBitmap_Create'
    | 'FPDFBitmap_FillRect'
    | 'FPDFBitmap_GetBuffer'
    | 'FPDFCatalog_IsTagged'
    | 'FPDFFont_GetBaseFontName'
    | 'FPDFFont_GetIsEmbedded'
    | 'FPDFFormObj_CountObjects'
    | 'FPDFFormObj_GetObject'
    | 'FPDFImageObj_GetImagePixelSize'
    | 'FPDFPageObj_GetType'
    | 'FPDFPage_CountObjects'
    | 'FPDFPage_GetObject'
    | 'FPDFTextObj_GetFont'
    | 'FPDF_ClosePage'
    | 'FPDF_DocumentHasValidCrossReferenceTable'
    | 'FPDF_GetLastError'
    | 'FPDF_GetMetaText'
    | 'FPDF_GetPageCount'
    | 'FPDF_GetSecurityHandlerRevision'
    | 'FPDF_LoadMemDocument'
    | 'FPDF_LoadPage'
    | 'FPDF_RenderPageBitmap'
    | 'FPDF_SaveAsCopy'
    | 'free'
    | 'malloc',
    Call
  >
>;

type Exports = Pdfium & {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
};

export type Engine = {
  readonly pdfium: Pdfium;
  /** The package's library over the same PDFium, for drawing. */
  readonly library: PDFiumLibrary;
  /** PDFium's current memory. Growing replaces it, so don't keep it across calls. */
  readonly memory: () => DataView<ArrayBuffer>;
  /** Sets the function that PDFium calls through a null pointer, the only free entry of its table. */
  readonly setNullFunction: (take: Call) => void;
  /**
   * Reads a text from PDFium. Its functions return the length in bytes, with the terminator, and write the text
   * only into a buffer that holds all of it.
   */
  readonly readText: (
    encoding: 'utf-8' | 'utf-16le',
    get: (at: number, length: number) => number,
  ) => string;
  /** Whether PDFium asked for more memory than a guide may take. */
  readonly isFull: () => boolean;
};

/** A module that re-exports a function (i32, i32, i32) -> i32, since a table takes no JavaScript function. */
const ADAPTER = Uint8Array.from([
  // Header and version, the type, the import e.f, its export as f.
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 101, 1, 102,
  0, 0, 7, 5, 1, 1, 102, 0, 0,
]);

/** Limits the memory that PDFium may grow to. Without more, it continues or aborts. */
const limitMemory = (imports: WebAssembly.Imports, onFull: () => void): WebAssembly.Imports => {
  const grow = imports['env']?.['emscripten_resize_heap'];
  const growWithin = (bytes: number): number => {
    // Unsigned in WebAssembly.
    if (bytes >>> 0 <= MAX_ENGINE_BYTES && typeof grow === 'function') return grow(bytes);
    onFull();
    return 0;
  };
  return { ...imports, env: { ...imports['env'], emscripten_resize_heap: growWithin } };
};

/** Starts PDFium with its own memory. A malformed file may leave an engine unusable for the next. */
export const startEngine = async (wasm: WebAssembly.Module): Promise<Engine> => {
  let isFull = false;
  const started = Promise.withResolvers<Exports>();
  const library = await PDFiumLibrary.init({
    instantiateWasm: (imports, succeed) => {
      const limited = limitMemory(imports, () => (isFull = true));
      const instance = new WebAssembly.Instance(wasm, limited);
      started.resolve(instance.exports as unknown as Exports);
      succeed(instance);
      return instance.exports;
    },
  });
  const { memory, __indirect_function_table: table, ...pdfium } = await started.promise;
  return {
    pdfium,
    library,
    memory: () => new DataView(memory.buffer),
    setNullFunction: (take) => {
      const adapter = new WebAssembly.Instance(new WebAssembly.Module(ADAPTER), { e: { f: take } });
      table.set(0, adapter.exports['f']);
    },
    readText: (encoding, get) => {
      const length = get(0, 0);
      const at = pdfium.malloc(length);
      get(at, length);
      const text = new TextDecoder(encoding).decode(new Uint8Array(memory.buffer, at, length));
      pdfium.free(at);
      return text.replace(/\0$/, '');
    },
    isFull: () => isFull,
  };
};
