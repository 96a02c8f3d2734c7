/** Byte positions, both inclusive, as in RFC 9110 section 14. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * The one range that a Range header asks for: 'whole' where there is none to honour (RFC 9110 lets a
 * server ignore several ranges, other units and malformed ones), 'unsatisfiable' beyond the end.
 */
export const parseRange = (
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' => {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (!match) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const suffix = Math.min(Number(to), size);
    return suffix === 0 ? 'unsatisfiable' : { first: size - suffix, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
};

/** Passes on only the bytes of the range, holding no more than a chunk at a time. */
export const sliceStream = (
  body: ReadableStream<Uint8Array>,
  { first, last }: ByteRange,
): ReadableStream<Uint8Array> => {
  let position = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const start = Math.max(first - position, 0);
        const end = Math.min(last + 1 - position, chunk.byteLength);
        if (start < end) controller.enqueue(chunk.subarray(start, end));
        position += chunk.byteLength;
        if (position > last) controller.terminate();
      },
    }),
  );
};
