import { PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { refuseActive } from './active.ts';
import { type Claim, checkClaims, readStream, readTable } from './cross-reference.ts';
import { createDensityGuard } from './density.ts';
import { MAX_OBJECTS, MAX_STREAMS } from './limits.ts';
import { Reader } from './reader.ts';
import { Refused, broken, tooDense } from './refusal.ts';

export type Document = {
  readonly context: PDFContext;
  /** Of the newest revision. */
  readonly trailer: PDFDict;
};

const ENCRYPTED =
  'The PDF is protected by a password or against changes. Export it again without protection.';

const keepTrailer = (dict: PDFDict): PDFDict => {
  if (dict.has(PDFName.of('Encrypt'))) throw new Refused('pdf_encrypted', ENCRYPTED);
  refuseActive(dict);
  return dict;
};

const misplaced = (): Refused => broken('The PDF does not say where its pages are.');

const cannotBeRead = (): Refused => broken('The PDF cannot be read.');

const numberIn = (dict: PDFDict, key: string): number => {
  const value = dict.get(PDFName.of(key));
  if (value instanceof PDFNumber) return value.asNumber();
  throw cannotBeRead();
};

/**
 * Reads a file from its first object to its last, every revision of it, and looks at each object on the
 * way. Throws `Refused`. It trusts no cross-reference, so that nothing hides behind a wrong one, and allows
 * nothing between objects, so that none is in what it passed over.
 */
export const readObjects = async (bytes: Uint8Array, newest: number): Promise<Document> => {
  const context = PDFContext.create();
  const trailers = new Map<number, PDFDict>();
  const starts = new Set<number>();
  const packs = new Set<number>();
  let claims: Claim[] = [];
  const tally = { values: 0 };
  const guard = createDensityGuard();
  const reader = new Reader(bytes, context, tally);
  let objects = 0;
  let streams = 0;

  const keep = (ref: PDFRef, from: Reader): PDFRawStream | null => {
    objects += 1;
    if (objects > MAX_OBJECTS) throw tooDense('The PDF holds too many objects.');
    const object = from.parseObject(ref);
    refuseActive(object);
    context.assign(ref, object);
    return object instanceof PDFRawStream ? object : null;
  };

  const openObjects = async (stream: PDFRawStream): Promise<void> => {
    const inside = new Reader(await guard.open(stream), context, tally);
    const [first, count] = [numberIn(stream.dict, 'First'), numberIn(stream.dict, 'N')];
    const integer = (): number => {
      inside.skipBlank();
      const value = inside.takeInteger();
      if (value === null) throw cannotBeRead();
      return value;
    };
    let end = 0;
    for (let n = 0; n < count; n += 1) {
      const [number, offset] = [integer(), integer()];
      const next = inside.at;
      // In increasing order (ISO 32000-1 section 7.5.7), so that no byte is read a thousand times.
      if (first + offset < end) throw cannotBeRead();
      inside.moveTo(first + offset);
      if (keep(PDFRef.of(number, 0), inside)) throw cannotBeRead();
      end = inside.at;
      inside.moveTo(next);
    }
  };

  const keepStream = async (stream: PDFRawStream, at: number, number: number): Promise<void> => {
    streams += 1;
    if (streams > MAX_STREAMS) throw tooDense('The PDF holds too many streams.');
    const type = stream.dict.get(PDFName.of('Type'));
    if (type === PDFName.of('XRef')) {
      trailers.set(at, keepTrailer(stream.dict));
      claims = claims.concat(readStream(stream.dict, await guard.open(stream)));
    } else if (type === PDFName.of('ObjStm')) {
      packs.add(number);
      await openObjects(stream);
    } else await guard.check(stream);
  };

  const takeObject = async (): Promise<boolean> => {
    const at = reader.at;
    const number = reader.takeInteger();
    reader.skipBlank();
    const generation = number === null ? null : reader.takeInteger();
    reader.skipBlank();
    if (number === null || generation === null || !reader.take('obj')) return false;
    const stream = keep(PDFRef.of(number, generation), reader);
    reader.skipBlank();
    // Some writers leave it out.
    reader.take('endobj');
    starts.add(at);
    if (stream) await keepStream(stream, at, number);
    return true;
  };

  const takeTable = (): boolean => {
    const at = reader.at;
    if (!reader.take('xref')) return false;
    claims = claims.concat(readTable(reader));
    const trailer = reader.take('trailer') ? reader.parseObject() : null;
    if (!(trailer instanceof PDFDict)) throw cannotBeRead();
    trailers.set(at, keepTrailer(trailer));
    return true;
  };

  const takePointer = (): boolean => {
    if (!reader.take('startxref')) return false;
    reader.skipBlank();
    return reader.takeInteger() !== null;
  };

  // What is encrypted must be known before the first object is unpacked, and stands here.
  reader.moveTo(Math.min(newest, bytes.byteLength));
  if (!takeTable()) await takeObject();
  if (!trailers.has(newest)) throw misplaced();

  trailers.clear();
  claims = [];
  reader.moveTo(0);
  objects = 0;
  streams = 0;
  for (reader.skipBlank(); reader.at < bytes.byteLength; reader.skipBlank()) {
    if (!(takeTable() || takePointer() || (await takeObject()))) throw cannotBeRead();
  }
  const trailer = trailers.get(newest);
  if (!trailer) throw misplaced();
  checkClaims(bytes, { starts, packs, trailers }, claims);
  return { context, trailer };
};
