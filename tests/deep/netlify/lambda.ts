import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * Runs in a process of its own, in the folder of a function's unpacked ZIP: one instance of that function.
 * It is as much of AWS Lambda as Netlify's bootstrap in the ZIP asks for.
 */
type Prelude = {
  readonly statusCode: number;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
};

type Handler = (event: object, stream: Writable, context: object) => Promise<void>;

export type Question = { readonly id: number; readonly event: object };

export type Reply = {
  readonly id: number;
  readonly prelude?: Prelude;
  readonly body: Buffer;
  /** A call that threw, which a caller reads as 502. */
  readonly thrown?: string;
};

const AS_LONG_AS_NETLIFY_GIVES_MS = 60_000;

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => handler,
    HttpResponseStream: {
      from: (stream: Writable, prelude: Prelude) => Object.assign(stream, { prelude }),
    },
  },
});

const entry: string = `${process.cwd()}/___netlify-entry-point.mjs`;
const { handler }: { readonly handler: Handler } = await import(entry);

const answer = async ({ id, event }: Question): Promise<Reply> => {
  const chunks: Buffer[] = [];
  const stream: Writable & { prelude?: Prelude } = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const context = {
    awsRequestId: crypto.randomUUID(),
    getRemainingTimeInMillis: () => AS_LONG_AS_NETLIFY_GIVES_MS,
  };
  const handled = handler(event, stream, context).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  // The answer is complete when its stream is; what the function does after that, nobody waits for.
  const thrown = await Promise.race([finished(stream).then(() => undefined), handled]);
  return {
    id,
    body: Buffer.concat(chunks),
    ...(stream.prelude && { prelude: stream.prelude }),
    ...(thrown !== undefined && { thrown }),
  };
};

process.on('message', (question: Question) => {
  void answer(question).then((reply) => process.send?.(reply));
});
