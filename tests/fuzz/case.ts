import { headerText } from './odd.ts';
import { type Held, resolve } from './text.ts';

type Pair = readonly [name: string, value: string];

type Body = {
  /** With references, as everywhere here. */
  readonly text: string;
  /** Where bytes stand that are no UTF-8; null for nowhere. */
  readonly brokenAt: number | null;
  /** White space behind it. */
  readonly padding: number;
  /** Sent piece by piece and without a length. */
  readonly isChunked: boolean;
};

/** A request on paper: plain data, so that a failure can be printed, made smaller and replayed. */
export type Case = {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: readonly Pair[];
  readonly body: Body | null;
};

export const bodyOf = (text: string): Body => ({
  text,
  brokenAt: null,
  padding: 0,
  isChunked: false,
});

const NO_UTF8 = Buffer.from([0xc3, 0x28, 0xff]);

const bytesOf = ({ brokenAt, padding, text }: Body, held: Held): Buffer<ArrayBuffer> => {
  const whole = Buffer.from(resolve(text, held) + ' '.repeat(padding));
  if (brokenAt === null) return whole;
  const at = brokenAt % (whole.length + 1);
  return Buffer.concat([whole.subarray(0, at), NO_UTF8, whole.subarray(at)]);
};

const CHUNK_IN_BYTES = 1000;

const inChunks = (bytes: Buffer<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += CHUNK_IN_BYTES) {
        controller.enqueue(bytes.subarray(at, at + CHUNK_IN_BYTES));
      }
      controller.close();
    },
  });

const BODILESS = new Set(['GET', 'HEAD', 'get']);

export type Sent = {
  readonly request: Request;
  readonly payload: string;
  /** All that the request carries, as sent and decoded. */
  readonly carried: string;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** `signed` makes what depends on the body. */
export const toRequest = (
  site: string,
  { method, path, query, headers, body }: Case,
  held: Held,
  signed: (payload: string, kind: string) => string,
): Sent => {
  const url = new URL(site);
  url.pathname = resolve(path, held);
  url.search = resolve(query, held);
  const bytes = body && !BODILESS.has(method) ? bytesOf(body, held) : null;
  const payload = bytes?.toString() ?? '';
  const withSignatures: Held = (kind, name) =>
    kind === 'signature' ? signed(payload, name) : held(kind, name);
  const given = headers.map(([name, value]): [string, string] => [
    name,
    headerText(resolve(value, withSignatures)),
  ]);
  const request = new Request(url, {
    method,
    headers: given,
    ...(bytes && (body?.isChunked ? { body: inChunks(bytes), duplex: 'half' } : { body: bytes })),
  });
  const carried = [request.url, decoded(request.url), given.join('\n'), payload, decoded(payload)];
  return { request, payload, carried: carried.join('\n') };
};
