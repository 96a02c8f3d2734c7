import { hash } from 'node:crypto';
import type { LinePlace } from '../guides/edition-record.ts';

/** Byte positions, both inclusive, as in RFC 9110 section 14. */
export type ByteRange = { readonly first: number; readonly last: number };

/** Bytes that replace others from position `at` on. */
type Patch = { readonly at: number; readonly bytes: Uint8Array };

/** A guide as the shop keeps it. */
export type Kept = {
  readonly sha256: string;
  readonly stamp?: LinePlace | undefined;
};

/** The guide as one order gets it. */
export type Copy = {
  /** Identifies its bytes. */
  readonly tag: string;
  readonly patch?: Patch | undefined;
};

/** The copy with an order's line, as long as the guide itself. `line` is null for a shop that does not stamp. */
export const copyOf = ({ sha256, stamp }: Kept, line: string | null): Copy => {
  if (!stamp || line === null || line.length > stamp.length) return { tag: sha256 };
  const { at, length } = stamp;
  return {
    tag: hash('sha256', `${sha256} ${line}`),
    patch: { at, bytes: Buffer.from(line.padEnd(length)) },
  };
};

/** A chunk from a position of the file, with the part of the patch that overlaps it. Copies no bytes. */
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

/** The bytes of a range, chunk by chunk. Stopping early cancels the body. */
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
