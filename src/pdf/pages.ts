import type { Engine } from './engine.ts';
import { MAX_PICTURE_PIXELS } from './limits.ts';
import { Refused, TOO_LARGE_PICTURE, broken } from './refusal.ts';

export type Fonts = {
  /** The number of embedded fonts. */
  readonly embedded: number;
  /** The names of fonts that are not embedded, which look different on each buyer's device. */
  readonly missing: readonly string[];
};

/** Types of page objects in fpdf_edit.h. */
const [TEXT, PICTURE, FORM] = [1, 3, 5];

/** The side of a test drawing in pixels. Drawing decodes everything on the page. */
const DRAWN = 64;

/** Where an order's line would be on such a square drawing. */
const LINE = { row: 62, from: 22, to: 42 } as const;

/** The brightness, of 255, below which light letters are easier to read than dark ones. */
const DARK = 160;

/** The prefix of a font subset's name (ISO 32000-1, 9.6.4). */
const SUBSET = /^[A-Z]{6}\+/;

/** Whether the drawing is dark where the line would be. A pixel is blue, green, red and an unused byte. */
const isDarkAt = (pixels: Uint8Array): boolean => {
  let sum = 0;
  for (let at = 4 * LINE.from; at < 4 * LINE.to; at += 4) {
    const [blue = 0, green = 0, red = 0] = pixels.subarray(at, at + 3);
    sum += 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return sum / (LINE.to - LINE.from) < DARK;
};

type PagesRead = {
  readonly fonts: Fonts;
  /** For each page, whether its foot is dark as a reader sees it. */
  readonly darkFeet: readonly boolean[];
};

/** Opens, reads and draws every page, as a PDF reader would. Throws `Refused`. */
export const readPages = (
  { pdfium, memory, readText }: Engine,
  doc: number,
  pages: number,
): PagesRead => {
  const darkFeet: boolean[] = [];
  const embedded = new Set<string>();
  const missing = new Set<string>();
  const size = pdfium.malloc(8);

  const readFont = (font: number): void => {
    const name = readText('utf-8', (at, length) =>
      pdfium.FPDFFont_GetBaseFontName(font, at, length),
    );
    if (pdfium.FPDFFont_GetIsEmbedded(font) === 1) embedded.add(name);
    else missing.add(name.replace(SUBSET, '') || 'without a name');
  };

  const readObject = (object: number, fonts: Set<number>): void => {
    const kind = pdfium.FPDFPageObj_GetType(object);
    if (kind === TEXT) fonts.add(pdfium.FPDFTextObj_GetFont(object));
    if (kind === PICTURE && pdfium.FPDFImageObj_GetImagePixelSize(object, size, size + 4)) {
      const pixels = memory().getUint32(size, true) * memory().getUint32(size + 4, true);
      if (pixels > MAX_PICTURE_PIXELS) throw new Refused(TOO_LARGE_PICTURE);
    }
    const inside = kind === FORM ? pdfium.FPDFFormObj_CountObjects(object) : 0;
    for (let n = 0; n < inside; n += 1) readObject(pdfium.FPDFFormObj_GetObject(object, n), fonts);
  };

  const bitmap = pdfium.FPDFBitmap_Create(DRAWN, DRAWN, 0);
  for (let index = 0; index < pages; index += 1) {
    const page = pdfium.FPDF_LoadPage(doc, index);
    if (page === 0) throw new Refused(broken(`Page ${index + 1} of the PDF cannot be read.`));
    const fonts = new Set<number>();
    const count = pdfium.FPDFPage_CountObjects(page);
    for (let n = 0; n < count; n += 1) readObject(pdfium.FPDFPage_GetObject(page, n), fonts);
    for (const font of fonts) if (font !== 0) readFont(font);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, DRAWN, DRAWN, 0xffffffff);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, DRAWN, DRAWN, 0, 0);
    pdfium.FPDF_ClosePage(page);
    const row = pdfium.FPDFBitmap_GetBuffer(bitmap) + 4 * DRAWN * LINE.row;
    darkFeet.push(isDarkAt(new Uint8Array(memory().buffer, row, 4 * DRAWN)));
  }
  return { fonts: { embedded: embedded.size, missing: [...missing].sort() }, darkFeet };
};
