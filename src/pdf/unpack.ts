import { Refused, broken } from './refusal.ts';

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

const damaged = (): never => {
  throw broken('A part of the PDF is damaged.');
};

/**
 * Undoes deflate chunk by chunk, none of them kept. Throws `Refused` where the data are broken or go on
 * behind their end, since some readers would get more out of them.
 */
export async function* unpack(bytes: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (bytes.byteLength === 0) return;
  const stream = piecesOf(bytes).pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(damaged);
      if (done || !(value instanceof Uint8Array)) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const LF = 10;

/** Adobe's older programs count the line feed behind a stream as its last byte. */
export const withoutLineEnd = async <T>(
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => Promise<T>,
): Promise<T> => {
  if (bytes.at(-1) !== LF) return read(bytes);
  return read(bytes.subarray(0, -1)).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.code === 'pdf_broken') return read(bytes);
    throw error;
  });
};
