import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFRawStream } from '@cantoo/pdf-lib';
import { decodeAscii } from './ascii.ts';
import {
  MAX_OBJECT_STREAM_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_STREAM_BYTES,
  MAX_UNPACKED_BYTES,
} from './limits.ts';
import { tooDense } from './refusal.ts';
import { isDeflate, unpack } from './unpack.ts';

/** Deflate in deflate in deflate: nobody means well by more. */
const MAX_LAYERS = 3;

/** What one byte can become. LZW: each code of 12 bits the longest string there is. */
const MOST_OF_ONE_BYTE: ReadonlyMap<string, number> = new Map([
  ['LZWDecode', 2560],
  ['LZW', 2560],
  ['RunLengthDecode', 64],
  ['RL', 64],
]);

const isFlate = (filter: string | undefined): boolean =>
  filter === 'FlateDecode' || filter === 'Fl';

const nameOf = (value: unknown): string => (value instanceof PDFName ? value.decodeText() : '');

/** In the order in which a reader undoes them; a filter that is none has no name. */
const filtersOf = (dict: PDFDict): string[] => {
  const filter = dict.get(PDFName.of('Filter')) ?? dict.get(PDFName.of('F'));
  if (filter === undefined) return [];
  return filter instanceof PDFArray ? filter.asArray().map(nameOf) : [nameOf(filter)];
};

const numberAt = (dict: PDFDict, ...keys: string[]): number => {
  const found = keys.map((key) => dict.get(PDFName.of(key)));
  return found.find((value) => value instanceof PDFNumber)?.asNumber() ?? 0;
};

const checkPicture = (dict: PDFDict): void => {
  const [width, height] = [numberAt(dict, 'Width', 'W'), numberAt(dict, 'Height', 'H')];
  if (nameOf(dict.get(PDFName.of('Subtype'))) !== 'Image') return;
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw tooDense(`A picture in the PDF has ${width} x ${height} points.`);
};

/**
 * Unpacks what a reader would have to unpack, and only counts it: a few bytes can become gigabytes. One
 * for each file, since it keeps the sum.
 */
export const createDensityGuard = () => {
  let total = 0;
  const count = (bytes: number): void => {
    total += bytes;
    if (total > MAX_UNPACKED_BYTES) throw tooDense('The PDF is far larger unpacked than packed.');
  };

  /** Bytes of the layer so deep, and whether it looks like one more. */
  const measure = async (bytes: Uint8Array, layers: number): Promise<boolean> => {
    let size = 0;
    let first: Uint8Array = new Uint8Array();
    for await (const chunk of unpack(bytes, layers)) {
      if (first.byteLength < 2) first = new Uint8Array([...first, ...chunk.subarray(0, 2)]);
      size += chunk.byteLength;
      count(chunk.byteLength);
      if (size > MAX_STREAM_BYTES) throw tooDense('One stream of the PDF unpacks without an end.');
    }
    return isDeflate(first);
  };

  const checkOrdinary = async (stream: PDFRawStream): Promise<void> => {
    let bytes = stream.contents;
    const [...filters] = filtersOf(stream.dict);
    for (let text = decodeAscii(filters[0], bytes); text; text = decodeAscii(filters[0], bytes)) {
      count(text.byteLength);
      bytes = text;
      filters.shift();
    }
    const [filter] = filters;
    const most = bytes.byteLength * (MOST_OF_ONE_BYTE.get(filter ?? '') ?? 1);
    if (most > MAX_STREAM_BYTES) throw tooDense('The PDF is packed in a way that is out of use.');
    if (!isFlate(filter) || !isDeflate(bytes)) return;
    for (let layers = 1; await measure(bytes, layers); layers += 1) {
      if (layers === MAX_LAYERS) throw tooDense('The PDF is packed again and again.');
    }
  };

  return {
    /** Throws `Refused` for a stream that is too much for a reader. */
    check: async (stream: PDFRawStream): Promise<void> => {
      checkPicture(stream.dict);
      await checkOrdinary(stream);
    },
    /** The same for a stream that holds objects, and what is in it. */
    open: async (stream: PDFRawStream): Promise<Uint8Array> => {
      const filters = filtersOf(stream.dict);
      if (filters.length === 0) return stream.contents;
      if (filters.length > 1 || !isFlate(filters[0])) {
        throw tooDense('The PDF keeps its objects in a way that cannot be looked into.');
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of unpack(stream.contents, 1)) {
        size += chunk.byteLength;
        count(chunk.byteLength);
        if (size > MAX_OBJECT_STREAM_BYTES) throw tooDense('The PDF holds too many objects.');
        chunks.push(chunk);
      }
      return joined(chunks, size);
    },
  };
};

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
