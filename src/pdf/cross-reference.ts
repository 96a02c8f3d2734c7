import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';
import { MAX_OBJECTS } from './limits.ts';
import type { Reader } from './reader.ts';
import { broken, tooDense } from './refusal.ts';
import { undoPredictor } from './predictor.ts';
import { isBlank, startsWith } from './search.ts';

/** Where a cross-reference says that an object is: at an offset, or in a stream of objects by its number. */
export type Claim = { readonly offset: number } | { readonly packedIn: number };

/** What a file was found to hold, read from its first byte to its last. */
export type Found = {
  /** Where objects begin. */
  readonly starts: ReadonlySet<number>;
  /** The numbers of streams of objects. */
  readonly packs: ReadonlySet<number>;
  /** Trailers, by where their cross-reference begins. */
  readonly trailers: ReadonlyMap<number, PDFDict>;
};

/** Each revision of a file may name every object again. */
const MAX_CLAIMS = 4 * MAX_OBJECTS;

const misleading = () => broken('The PDF points to a place where nothing is.');

/** ISO 32000-1 section 7.5.4, behind the word "xref". */
export const readTable = (reader: Reader): Claim[] => {
  const claims: Claim[] = [];
  let last: number | null = null;
  for (reader.skipBlank(); ; reader.skipBlank()) {
    const number = reader.takeInteger();
    if (number === null) {
      if (reader.take('f')) continue;
      if (!reader.take('n')) return claims;
      if (last !== null) claims.push({ offset: last });
      if (claims.length > MAX_CLAIMS) throw tooDense('The PDF holds too many objects.');
      continue;
    }
    // Of an entry's two numbers the first is the offset, and a generation is next to its letter.
    const start = reader.at;
    reader.skipBlank();
    const generation = reader.takeInteger();
    last = generation === null ? null : number;
    if (generation === null) reader.moveTo(start);
  }
};

const numbersOf = (value: PDFObject | undefined): number[] =>
  value instanceof PDFArray
    ? value.asArray().flatMap((item) => (item instanceof PDFNumber ? [item.asNumber()] : []))
    : [];

const integer = (bytes: Uint8Array, at: number, width: number): number => {
  let value = 0;
  for (let n = 0; n < width; n += 1) value = value * 256 + (bytes[at + n] ?? 0);
  return value;
};

/** ISO 32000-1 section 7.5.8: the stream of a cross-reference, unpacked. Which objects they are is no matter. */
export const readStream = (dict: PDFDict, unpacked: Uint8Array): Claim[] => {
  const parameters = dict.get(PDFName.of('DecodeParms'));
  const bytes = parameters instanceof PDFDict ? undoPredictor(parameters, unpacked) : unpacked;
  const [type = -1, offset = -1, index = -1] = numbersOf(dict.get(PDFName.of('W')));
  const width = type + offset + index;
  if (Math.min(type, offset, index) < 0 || Math.max(type, offset, index) > 8 || width === 0) {
    throw misleading();
  }
  if (bytes.byteLength / width > MAX_CLAIMS) throw tooDense('The PDF holds too many objects.');
  const claims: Claim[] = [];
  for (let at = 0; at + width <= bytes.byteLength; at += width) {
    const kind = type === 0 ? 1 : integer(bytes, at, type);
    const where = integer(bytes, at + type, offset);
    if (kind === 1) claims.push({ offset: where });
    if (kind === 2) claims.push({ packedIn: where });
  }
  return claims;
};

/** Readers skip so much white space before they look, if any. */
const MAX_BLANKS = 32;

const skipBlanks = (bytes: Uint8Array, offset: number): number => {
  let at = offset;
  while (at < offset + MAX_BLANKS && isBlank(bytes[at])) at += 1;
  return at;
};

/** Whether a reader that looks there takes what it finds for the head of an object. */
const looksLikeObject = (bytes: Uint8Array, at: number): boolean => {
  const [space, zero, nine] = [32, 48, 57];
  let end = at;
  while (end < at + 2 * MAX_BLANKS) {
    const code = bytes[end] ?? 0;
    if (!isBlank(code) && (code < zero || code > nine)) break;
    end += 1;
  }
  return end > at + 2 && bytes[at] !== space && startsWith(bytes, end, 'obj');
};

/**
 * Throws `Refused` where a cross-reference would show a reader an object that was not looked at: one
 * inside a picture, a comment or a word. A wrong one that leads nowhere is what readers mend.
 */
export const checkClaims = (
  bytes: Uint8Array,
  { starts, packs, trailers }: Found,
  claims: readonly Claim[],
): void => {
  for (const claim of claims) {
    if ('packedIn' in claim) {
      if (!packs.has(claim.packedIn)) throw misleading();
      continue;
    }
    const at = skipBlanks(bytes, claim.offset);
    if (!starts.has(at) && looksLikeObject(bytes, at)) throw misleading();
  }
  for (const trailer of trailers.values()) {
    for (const key of ['Prev', 'XRefStm']) {
      const value = trailer.get(PDFName.of(key));
      if (value === undefined) continue;
      const at = value instanceof PDFNumber ? skipBlanks(bytes, value.asNumber()) : -1;
      if (!trailers.has(at)) throw misleading();
    }
  }
};
