import { PDFArray, type PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { Reader } from './reader.ts';
import { broken, unreadable } from './refusal.ts';
import type { Tally } from './tally.ts';

/** Where an object is: behind so many bytes, or the so-manieth of a stream of objects. */
export const placeAt = (offset: number): string => `at ${offset}`;
export const placeIn = (pack: number, index: number): string => `in ${pack} ${index}`;

/** What a cross-reference says of an object; null for one that is free. */
export type Claim = { readonly number: number; readonly place: string | null };

/** A cross-reference with the dictionary that belongs to it. */
export type Section = { readonly trailer: PDFDict; readonly claims: readonly Claim[] };

export const misleading = () => broken('The PDF points to a place where nothing is.');

const ENTRY = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
const ENTRY_BYTES = 20;

/** ISO 32000-1 section 7.5.4, behind the word "xref". */
export const readTable = (reader: Reader, tally: Tally): Claim[] => {
  const claims: Claim[] = [];
  for (;;) {
    reader.skipBlank(false);
    const first = reader.takeInteger();
    if (first === null) return claims;
    reader.skipBlank(false);
    const count = reader.takeInteger();
    reader.skipBlank(false);
    if (count === null) throw unreadable();
    tally('claims', count);
    for (let number = first; number < first + count; number += 1) {
      const [, offset, generation, kind] = ENTRY.exec(reader.takeText(ENTRY_BYTES)) ?? [];
      if (kind === undefined || (kind === 'n' && Number(generation) !== 0)) throw misleading();
      // Apple's programs list objects as used that are not there, at no place.
      const isUsed = kind === 'n' && Number(offset) > 0;
      claims.push({ number, place: isUsed ? placeAt(Number(offset)) : null });
    }
  }
};

const integersIn = (dict: PDFDict, key: string): number[] | null => {
  const value = dict.get(PDFName.of(key));
  if (value === undefined) return null;
  const numbers = value instanceof PDFArray ? value.asArray() : [value];
  return numbers.map((item) => {
    const number = item instanceof PDFNumber ? item.asNumber() : -1;
    if (!Number.isSafeInteger(number) || number < 0) throw misleading();
    return number;
  });
};

const integer = (bytes: Uint8Array, at: number, width: number): number => {
  let value = 0;
  for (let n = 0; n < width; n += 1) value = value * 256 + (bytes[at + n] ?? 0);
  return value;
};

const placeOf = (kind: number, second: number, third: number): string | null => {
  if (kind === 0) return null;
  if (kind === 1 && third === 0) return placeAt(second);
  if (kind === 2) return placeIn(second, third);
  throw misleading();
};

/** ISO 32000-1 section 7.5.8: the stream of a cross-reference, unpacked. */
export const readStream = (dict: PDFDict, bytes: Uint8Array, tally: Tally): Claim[] => {
  const widths = integersIn(dict, 'W') ?? [];
  const [kind = 0, second = 0, third = 0] = widths;
  const width = kind + second + third;
  const count = bytes.byteLength / width;
  if (widths.length !== 3 || second === 0 || Math.max(...widths) > 8) throw misleading();
  if (!Number.isInteger(count)) throw misleading();
  tally('claims', count);
  const ranges = integersIn(dict, 'Index') ?? [0, ...(integersIn(dict, 'Size') ?? [])];
  const claims: Claim[] = [];
  let at = 0;
  for (let n = 0; n < ranges.length; n += 2) {
    const [first = 0, length = 0] = ranges.slice(n, n + 2);
    if (claims.length + length > count) throw misleading();
    for (let number = first; number < first + length; number += 1, at += width) {
      const type = kind === 0 ? 1 : integer(bytes, at, kind);
      const where = integer(bytes, at + kind, second);
      const place = placeOf(type, where, integer(bytes, at + kind + second, third));
      claims.push({ number, place });
    }
  }
  if (claims.length !== count) throw misleading();
  return claims;
};
