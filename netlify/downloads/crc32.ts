import { crc32 } from 'node:zlib';

/** Of ZIP files, its bits reversed as in all that follows: the highest bit is that of x^0. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** x^8: what a byte of zeros multiplies by. */
const BYTE = 0x00800000;

/** The product of two polynomials over GF(2), modulo that of the checksum. */
const multiply = (a: number, b: number): number => {
  let [product, multiple] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= multiple;
    multiple = multiple & 1 ? (multiple >>> 1) ^ POLYNOMIAL : multiple >>> 1;
  }
  return product;
};

/** BYTE to the power of `bytes`. */
const powerOf = (bytes: number): number => {
  let [power, square] = [ONE, BYTE];
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
};

type Change = {
  readonly before: Uint8Array;
  /** As long. */
  readonly after: Uint8Array;
  /** How many bytes stand behind it. */
  readonly bytesBehind: number;
};

/**
 * The CRC-32 of a file in which some bytes were changed, without a look at the others: CRCs of files of one
 * length differ by that of the change, moved over what stands behind it (as `crc32_combine` of zlib does).
 */
export const changedCrc32 = (crc: number, { before, after, bytesBehind }: Change): number =>
  (crc ^ multiply(powerOf(bytesBehind), crc32(before) ^ crc32(after))) >>> 0;
