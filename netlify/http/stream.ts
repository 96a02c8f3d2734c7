import { boundLogError } from './log.ts';

/** A stream that reads a chunk only on demand. An error breaks it off. */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> => {
  const logBreak = boundLogError();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          // The answer has begun, so `route` cannot log it.
          logBreak(error);
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
};

/** Reads the first chunk now, so that an early failure can still be answered as an error. */
export const begun = async (
  chunks: AsyncGenerator<Uint8Array>,
): Promise<AsyncGenerator<Uint8Array>> => {
  const first = await chunks.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  })();
};
