/** Byte positions, both inclusive, as in RFC 9110 section 14. */
export type ByteRange = { readonly first: number; readonly last: number };

/** One range of bytes: `0-499`, `500-` or `-500` (RFC 9110 section 14.1.2). */
const RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The range that a Range header asks for. 'whole': there is no range to honor, which includes several ranges, other units
 * and malformed headers (section 14.2). 'unsatisfiable': it lies beyond the end. `size` is at least 1. The package
 * `range-parser` 1.3.0 wrongly refuses a suffix longer than the file, and a last position before the first.
 */
export const parseRange = (
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' => {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  // A number too large for a double can only lie beyond the end.
  const last = to === '' || from === '' ? size - 1 : Math.min(Number(to), size - 1);
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  if (from !== '' && to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
};

/** Bytes that replace others from a position on. */
export type Patch = { readonly at: number; readonly bytes: Uint8Array };

/** A chunk at a position of the file, with its part of the patch. Nothing is copied. */
function* patched(
  chunk: Uint8Array,
  position: number,
  { at, bytes }: Patch,
): Generator<Uint8Array> {
  const start = Math.max(at - position, 0);
  const end = Math.min(at + bytes.byteLength - position, chunk.byteLength);
  if (start >= end) {
    yield chunk;
    return;
  }
  if (start > 0) yield chunk.subarray(0, start);
  yield bytes.subarray(start + position - at, end + position - at);
  if (end < chunk.byteLength) yield chunk.subarray(end);
}

/** The bytes of a range, chunk by chunk. A caller who stops early cancels the body. */
export async function* slice(
  body: ReadableStream<Uint8Array>,
  { first, last }: ByteRange,
  patch?: Patch,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of body) {
    const start = Math.max(first - position, 0);
    const end = Math.min(last + 1 - position, chunk.byteLength);
    if (start < end) {
      const wanted = chunk.subarray(start, end);
      if (patch) yield* patched(wanted, position + start, patch);
      else yield wanted;
    }
    position += chunk.byteLength;
    if (position > last) return;
  }
}
