const CHUNK_BYTES = 64 * 1024;

/** Streams the bytes, because Netlify limits a response that is not streamed to 6 MB. */
export const streamBytes = (
  bytes: Uint8Array,
  onFirstByte?: () => Promise<void>,
): ReadableStream<Uint8Array> => {
  let offset = 0;
  let firstByteDone: Promise<void> | undefined;
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    firstByteDone ??= onFirstByte?.();
    controller.enqueue(bytes.subarray(offset, offset + CHUNK_BYTES));
    offset += CHUNK_BYTES;
    if (offset < bytes.byteLength) return;
    // Netlify may freeze the function when its response ends.
    await firstByteDone;
    controller.close();
  };
  return new ReadableStream({ pull, cancel: () => firstByteDone }, { highWaterMark: 0 });
};
