import { type PDFContext, type PDFDict, PDFName } from '@cantoo/pdf-lib';
import { decodeAscii, isAscii } from './ascii.ts';
import { type Size, filtersOf, numberIn, parametersOf, pictureSize } from './filters.ts';
import { jpegSize } from './jpeg.ts';
import { MAX_OBJECT_STREAM_BYTES, MAX_STREAM_BYTES, MAX_UNPACKED_BYTES } from './limits.ts';
import { undoPredictor } from './predictor.ts';
import { tooDense, unusual } from './refusal.ts';
import { unpack, withoutLineEnd } from './unpack.ts';

/** Bytes in another file, and short names of keys that only pictures within text may have. */
const STRANGE_KEYS = ['F', 'FFilter', 'FDecodeParms', 'DP', 'W', 'H'].map((key) => PDFName.of(key));

/** What one byte can become. */
const MOST_OF_A_RUN = 64;

/** Of a pixel of three colors. */
const PIXEL_BYTES = 3;

/** CCITT's own, where nothing is said. */
const FAX_COLUMNS = 1728;

const endless = () => tooDense('One part of the PDF unpacks without an end.');

const isSame = (picture: Size, own: Size | null): boolean =>
  own !== null && own.width === picture.width && own.height === picture.height;

/** That a picture is no larger than it says, in its dictionary and in itself. */
const checkPicture = (
  filter: string,
  parameters: PDFDict | null,
  bytes: Uint8Array,
  size: Size,
): void => {
  const pixels = size.width * size.height;
  if (filter === 'DCTDecode') {
    if (!isSame(size, jpegSize(bytes))) throw unusual();
    // One at a time, as readers show them: a guide may have a photograph on every page.
    if (pixels * PIXEL_BYTES > MAX_STREAM_BYTES) throw endless();
  } else if (filter === 'CCITTFaxDecode') {
    const width = numberIn(parameters, 'Columns') ?? FAX_COLUMNS;
    const height = numberIn(parameters, 'Rows') || size.height;
    if (!isSame(size, { width, height })) throw unusual();
  } else throw unusual();
};

/**
 * Unpacks what a reader would have to unpack, and only counts it: a few bytes can become gigabytes. One
 * for each file, since it keeps the sum. It takes no filter, one that it knows, or one behind text.
 */
export const createDensityGuard = (context: PDFContext) => {
  let total = 0;
  const count = (bytes: number): void => {
    total += bytes;
    if (bytes > MAX_STREAM_BYTES) throw endless();
    if (total > MAX_UNPACKED_BYTES) throw tooDense('The PDF is far larger unpacked than packed.');
  };

  const inflate = (
    bytes: Uint8Array,
    most: number,
    keeps = false,
  ): Promise<Uint8Array<ArrayBuffer>[]> =>
    withoutLineEnd(bytes, async (data) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      for await (const chunk of unpack(data)) {
        size += chunk.byteLength;
        count(chunk.byteLength);
        if (size > most) throw endless();
        if (keeps) chunks.push(chunk);
      }
      return chunks;
    });

  return {
    /** Throws `Refused` for a stream that is too much for a reader. */
    check: async (dict: PDFDict, contents: Uint8Array): Promise<void> => {
      if (STRANGE_KEYS.some((key) => dict.has(key))) throw unusual();
      const filters = filtersOf(dict);
      const parameters = parametersOf(dict, context);
      const size = pictureSize(dict);
      const text = filters[0];
      const bytes = isAscii(text) ? decodeAscii(text, contents) : contents;
      if (isAscii(text)) filters.shift();
      const [filter, ...more] = filters;
      if (more.length > 0) throw unusual();
      count(bytes.byteLength);
      // At least a bit of each, whatever it is packed as.
      if (size) count((size.width * size.height) / 8);
      if (filter === 'FlateDecode') await inflate(bytes, MAX_STREAM_BYTES);
      else if (filter === 'RunLengthDecode') count(MOST_OF_A_RUN * bytes.byteLength);
      else if (filter !== undefined && size) checkPicture(filter, parameters, bytes, size);
      else if (filter !== undefined) throw unusual();
    },
    /** The same for a stream that holds objects, and what is in it. */
    open: async (dict: PDFDict, contents: Uint8Array): Promise<Uint8Array> => {
      const [filter, ...more] = filtersOf(dict);
      const parameters = parametersOf(dict);
      if (filter === undefined) return contents;
      if (filter !== 'FlateDecode' || more.length > 0) throw unusual();
      const chunks = await inflate(contents, MAX_OBJECT_STREAM_BYTES, true);
      const whole = new Uint8Array(await new Blob(chunks).arrayBuffer());
      return parameters ? undoPredictor(parameters, whole) : whole;
    },
  };
};
