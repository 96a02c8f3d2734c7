/** Byte positions, both inclusive, as in RFC 9110 section 14. */
export type ByteRange = { readonly first: number; readonly last: number };

/** Nobody who downloads sends more. */
const MAX_HEADER_LENGTH = 1024;

/** RFC 9110 section 14.1.2: `0-499`, `500-` or `-500`, with blanks around it as in any list. */
const SPEC = /^[ \t]*(\d*)-(\d*)[ \t]*$/;

/**
 * An empty element counts for nothing (section 5.6.1.2). No pattern here begins or ends with blanks without
 * an anchor: it would try a long run of them anew from each one.
 */
const elementsOf = (list: string): string[] =>
  list.split(',').filter((element) => !/^[ \t]*$/.test(element));

/**
 * The one range that a Range header asks for: 'whole' where there is none to honor (section 14.2 lets a
 * server ignore several ranges, and has it ignore other units and malformed ones, and long ones are
 * malformed here), 'unsatisfiable' beyond the end. `size` is at least 1.
 */
export const parseRange = (
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' => {
  if (header === null || header.length > MAX_HEADER_LENGTH) return 'whole';
  const [, list = ''] = /^bytes=(?![ \t])(.+)$/i.exec(header) ?? [];
  const [spec = '', ...others] = elementsOf(list);
  const [, from = '', to = ''] = SPEC.exec(spec) ?? [];
  if (others.length > 0 || (from === '' && to === '')) return 'whole';
  // A number may have more digits than a double holds.
  const end = BigInt(size);
  if (from === '') {
    const suffix = BigInt(to);
    if (suffix === 0n) return 'unsatisfiable';
    return { first: suffix < end ? size - Number(suffix) : 0, last: size - 1 };
  }
  const first = BigInt(from);
  const last = to === '' ? first : BigInt(to);
  if (last < first) return 'whole';
  if (first >= end) return 'unsatisfiable';
  return { first: Number(first), last: to === '' || last >= end ? size - 1 : Number(last) };
};

/** Only the bytes of the range, one chunk at a time; whoever stops early cancels the body. */
export async function* slice(
  body: ReadableStream<Uint8Array>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of body) {
    const start = Math.max(first - position, 0);
    const end = Math.min(last + 1 - position, chunk.byteLength);
    if (start < end) yield chunk.subarray(start, end);
    position += chunk.byteLength;
    if (position > last) return;
  }
}
