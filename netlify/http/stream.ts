import { boundLogError } from './log.ts';

/**
 * Sends what is asked for and no sooner. An error ends it broken, so that nobody takes a part for the
 * whole. `discard` lets go of what was opened.
 */
export const streamOf = (
  chunks: AsyncGenerator<Uint8Array>,
  discard: () => Promise<void> = () => Promise.resolve(),
): ReadableStream<Uint8Array> => {
  const logBreak = boundLogError();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          // The answer has begun, so nobody else will tell.
          logBreak(error);
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
        await discard();
      },
    },
    { highWaterMark: 0 },
  );
};

/** Reads the first chunk now: what cannot even begin is still answered as an error. */
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
