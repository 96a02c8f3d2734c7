import {
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { Reader } from './reader.ts';
import { unreadable } from './refusal.ts';
import type { Tally } from './tally.ts';

const numberIn = (dict: PDFDict, key: string): number => {
  const value = dict.get(PDFName.of(key));
  if (value instanceof PDFNumber) return value.asNumber();
  throw unreadable();
};

const takeNumber = (reader: Reader): number => {
  reader.skipBlank(false);
  const value = reader.takeInteger();
  if (value === null) throw unreadable();
  return value;
};

/** The objects of a stream of objects, unpacked, in order, with their numbers. Throws `Refused`. */
export const openPack = (
  dict: PDFDict,
  text: Uint8Array,
  context: PDFContext,
  tally: Tally,
): (readonly [number: number, object: PDFObject])[] => {
  const reader = new Reader(text, context, tally);
  const [first, count] = [numberIn(dict, 'First'), numberIn(dict, 'N')];
  const inside: (readonly [number, PDFObject])[] = [];
  let end = 0;
  while (inside.length < count) {
    const [number, offset] = [takeNumber(reader), takeNumber(reader)];
    const next = reader.at;
    // In increasing order (ISO 32000-1 section 7.5.7), so that no byte is read a thousand times.
    if (first + offset < end) throw unreadable();
    reader.moveTo(first + offset);
    tally('objects');
    const object = reader.parseObject();
    if (object instanceof PDFRawStream) throw unreadable();
    inside.push([number, object]);
    end = reader.at;
    reader.moveTo(next);
  }
  return inside;
};
