import type { Engine } from './engine.ts';
import { MAX_PICTURE_PIXELS } from './limits.ts';
import { Refused, TOO_LARGE_PICTURE, broken } from './refusal.ts';

export type Fonts = {
  /** How many fonts the file brings along. */
  readonly embedded: number;
  /** The names of those that it does not, so that each buyer sees another. */
  readonly missing: readonly string[];
};

/** Kinds of what is on a page, of fpdf_edit.h. */
const [TEXT, PICTURE, FORM] = [1, 3, 5];

/** Pixels of a side of a page that is drawn for nobody: enough to have all in it unpacked. */
const DRAWN = 64;

/** ISO 32000-1 section 9.6.4: six letters before the name of a font that is a part of one. */
const SUBSET = /^[A-Z]{6}\+/;

/** Opens, reads and draws every page as a reader would. Throws `Refused`. */
export const readPages = (
  { pdfium, memory, readText }: Engine,
  doc: number,
  pages: number,
): Fonts => {
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
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, DRAWN, DRAWN, 0, 0);
    pdfium.FPDF_ClosePage(page);
  }
  return { embedded: embedded.size, missing: [...missing].sort() };
};
