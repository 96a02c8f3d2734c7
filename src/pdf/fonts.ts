import { PDFArray, type PDFContext, PDFDict, PDFName } from '@cantoo/pdf-lib';

export type Fonts = {
  /** How many fonts the file brings along. */
  readonly embedded: number;
  /** The names of those that it does not, so that each buyer sees another. */
  readonly missing: readonly string[];
};

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => PDFName.of(key));

/** A font of several writing systems keeps its glyphs in the one that descends from it. */
const bearerOf = (context: PDFContext, font: PDFDict): PDFDict => {
  const descendants = context.lookup(font.get(PDFName.of('DescendantFonts')));
  const first = descendants instanceof PDFArray ? context.lookup(descendants.get(0)) : undefined;
  return first instanceof PDFDict ? first : font;
};

const isEmbedded = (context: PDFContext, font: PDFDict): boolean => {
  // Its glyphs are drawings that stand in the font itself.
  if (font.get(PDFName.of('Subtype')) === PDFName.of('Type3')) return true;
  const bearer = bearerOf(context, font);
  const descriptor = context.lookup(bearer.get(PDFName.of('FontDescriptor')));
  return descriptor instanceof PDFDict && FONT_FILES.some((key) => descriptor.has(key));
};

/** ISO 32000-1 section 9.6.4: six letters before the name of a font that is a part of one. */
const SUBSET = /^[A-Z]{6}\+/;

const nameOf = (font: PDFDict): string => {
  const name = font.get(PDFName.of('BaseFont'));
  return name instanceof PDFName ? name.decodeText().replace(SUBSET, '') : 'without a name';
};

const isWhole = (font: PDFDict): boolean =>
  font.get(PDFName.of('Type')) === PDFName.of('Font') &&
  !String(font.get(PDFName.of('Subtype'))).startsWith('/CIDFont');

export const findFonts = (context: PDFContext): Fonts => {
  const fonts = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && isWhole(object) ? [object] : []));
  const missing = fonts.filter((font) => !isEmbedded(context, font));
  return {
    embedded: fonts.length - missing.length,
    missing: [...new Set(missing.map(nameOf))].sort(),
  };
};
