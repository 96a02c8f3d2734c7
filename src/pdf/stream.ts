import { type PDFContext, PDFName, PDFNumber, type PDFRawStream } from '@cantoo/pdf-lib';
import { unreadable } from './refusal.ts';

/** An end of line before the word that ends a stream is none of its bytes. */
const END_OF_LINE = /^[\r\n]*$/;

/** The bytes of a stream, whose length and end say the same. Throws `Refused`. */
export const contentsOf = ({ dict, contents }: PDFRawStream, context: PDFContext): Uint8Array => {
  const length = context.lookup(dict.get(PDFName.of('Length')));
  const bytes = length instanceof PDFNumber ? length.asNumber() : -1;
  const rest = contents.byteLength - bytes;
  if (!Number.isInteger(bytes) || bytes < 0 || rest < 0 || rest > 2) throw unreadable();
  if (!END_OF_LINE.test(String.fromCharCode(...contents.subarray(bytes)))) throw unreadable();
  return contents.subarray(0, bytes);
};
