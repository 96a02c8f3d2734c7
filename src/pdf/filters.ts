import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { MAX_PICTURE_PIXELS } from './limits.ts';
import { tooDense, unusual } from './refusal.ts';

/** Each row of a picture is held in memory. */
const MAX_PARAMETER = 65_535;

const itemsOf = (value: PDFObject | undefined): PDFObject[] => {
  if (value === undefined) return [];
  return value instanceof PDFArray ? value.asArray() : [value];
};

/** In the order in which a reader undoes them. */
export const filtersOf = (dict: PDFDict): string[] =>
  itemsOf(dict.get(PDFName.of('Filter'))).map((name) => {
    if (name instanceof PDFName) return name.decodeText();
    throw unusual();
  });

const isPlain = (value: PDFObject): boolean =>
  value instanceof PDFBool ||
  (value instanceof PDFNumber && Math.abs(value.asNumber()) <= MAX_PARAMETER);

/** Of the last filter, since none before it has any. Only some of them may stand in an object of their own. */
export const parametersOf = (dict: PDFDict, context?: PDFContext): PDFDict | null => {
  const find = (value: PDFObject | undefined) => (context ? context.lookup(value) : value);
  const parameters = itemsOf(find(dict.get(PDFName.of('DecodeParms')))).map(find);
  if (parameters.length > itemsOf(dict.get(PDFName.of('Filter'))).length) throw unusual();
  for (const one of parameters) {
    const isNone = one === PDFNull;
    if (!isNone && !(one instanceof PDFDict && one.values().every(isPlain))) throw unusual();
  }
  const last = parameters.at(-1);
  return last instanceof PDFDict ? last : null;
};

export const numberIn = (dict: PDFDict | null, key: string): number | null => {
  const value = dict?.get(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : null;
};

export type Size = { readonly width: number; readonly height: number };

/** null for what is no picture. Whether it says that it is one is no matter: it may be another's mask. */
export const pictureSize = (dict: PDFDict): Size | null => {
  const isPicture =
    dict.has(PDFName.of('Width')) ||
    dict.has(PDFName.of('Height')) ||
    dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
  if (!isPicture) return null;
  const [width, height] = [numberIn(dict, 'Width'), numberIn(dict, 'Height')];
  if (width === null || height === null || width < 1 || height < 1) throw unusual();
  if (width * height > MAX_PICTURE_PIXELS) {
    throw tooDense(`A picture in the PDF has ${width} x ${height} points.`);
  }
  return { width, height };
};
