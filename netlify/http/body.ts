import type * as z from 'zod/mini';
import { Problem } from './problem.ts';
import { validate, validateFields } from './validation.ts';

const MAX_BODY_BYTES = 16 * 1024;

const bodyTooLarge = (maxBytes: number): Problem =>
  new Problem('body_too_large', `The body can be at most ${maxBytes} bytes long.`);

/** Throws 413 for a body over `maxBytes`, even if Content-Length is wrong. */
export const readBody = async (
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer<ArrayBuffer>> => {
  if (Number(request.headers.get('content-length')) > maxBytes) throw bodyTooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

export const mediaTypeOf = (request: Request): string => {
  const contentType = request.headers.get('content-type') ?? '';
  const [mediaType = ''] = contentType.split(';');
  return mediaType.trim().toLowerCase();
};

export const isForm = (request: Request): boolean =>
  mediaTypeOf(request) === 'application/x-www-form-urlencoded';

const malformedBody = (): Problem =>
  new Problem('invalid_request', 'The body must be a form or a JSON object, in UTF-8.');

/** Throws 400 for bytes that are not UTF-8 (RFC 8259). */
const readText = async (request: Request): Promise<string> => {
  const bytes = await readBody(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedBody();
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody();
  }
};

/** Throws 400, 413 or 415. */
export const readJson = async <T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> => {
  const text = await readText(request);
  // An empty body has no media type. It fails below, because it is not valid JSON.
  if (text !== '' && mediaTypeOf(request) !== 'application/json') {
    throw new Problem('unsupported_media_type', 'Send the body as application/json.');
  }
  return validate(schema, parseJson(text));
};

/** Throws 400, 413 or 415. */
export const readFormOrJson = async <T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> => {
  if (!isForm(request)) return readJson(request, schema);
  const text = await readText(request);
  return validateFields(schema, new URLSearchParams(text));
};
