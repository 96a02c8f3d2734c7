/** Byte positions, both inclusive (RFC 9110, section 14.1.2). */
export type ByteRange = { readonly first: number; readonly last: number };

const INT_RANGE = /^bytes=(\d+)-(\d*)$/i;
const SUFFIX_RANGE = /^bytes=-(\d+)$/i;

/**
 * Returns 'whole' for several ranges, other units and malformed headers, which a server may ignore
 * (RFC 9110, section 14.2).
 *
 *     parseByteRange('bytes=500-', 1000)  // { first: 500, last: 999 }
 *     parseByteRange('bytes=1000-', 1000) // 'unsatisfiable'
 *
 * The package `range-parser` (1.3.0) wrongly rejects a suffix that is longer than the file, and a
 * last position before the first one.
 */
export const parseByteRange = (
  header: string,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' => {
  const suffix = SUFFIX_RANGE.exec(header);
  if (suffix) {
    const length = Number(suffix[1]);
    if (length === 0) return 'unsatisfiable';
    return { first: Math.max(size - length, 0), last: size - 1 };
  }

  const range = INT_RANGE.exec(header);
  if (!range) return 'whole';
  // A number with too many digits loses precision, but it is far beyond the end of the file anyway.
  const first = Number(range[1]);
  const last = range[2] === '' ? Infinity : Number(range[2]);
  if (last < first) return 'whole';
  if (first >= size) return 'unsatisfiable';
  return { first, last: Math.min(last, size - 1) };
};
