/**
 * Small, since a browser unpacks all of a piece before it hands anything on: a thousandfold of this
 * is what it may hold.
 */
const PIECE_BYTES = 8 * 1024;

const piecesOf = (bytes: Uint8Array): ReadableStream<BufferSource> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      // Copied, since a piece of shared memory would not do.
      const piece = bytes.slice(at, at + PIECE_BYTES);
      at += PIECE_BYTES;
      if (piece.byteLength > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
};

/** RFC 1950: deflate, a window that there is, and the check bits of both bytes. */
export const isDeflate = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;

/**
 * Undoes deflate so many times over, chunk by chunk, none of them kept. It ends where the data do: right
 * or broken, as readers take what they can get.
 */
export async function* unpack(bytes: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  let stream: ReadableStream<BufferSource> = piecesOf(bytes);
  for (let n = 0; n < times; n += 1)
    stream = stream.pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || !(value instanceof Uint8Array)) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
