import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { Problem } from './problem.ts';

// `zod/mini` has no messages of its own.
z.config(en());

/** More than any JSON body or form of this interface needs. */
const MAX_BODY_BYTES = 16 * 1024;

const tooLarge = (limit: number) =>
  new Problem('body_too_large', `The body can be at most ${limit} bytes long.`);

/** Reads at most `maxBytes`, whatever Content-Length claims. Throws 413 beyond that. */
export const readBody = async (request: Request, maxBytes = MAX_BODY_BYTES): Promise<Buffer> => {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A message may name a field that the caller invented, as long as the body. */
const MAX_DETAIL_CHARACTERS = 200;

/** Throws 400 that names the field and its fault. */
const parseWith = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  const detail = `${field ? `${field}: ` : ''}${issue?.message ?? 'Invalid'}`;
  throw new Problem('invalid_request', detail.slice(0, MAX_DETAIL_CHARACTERS));
};

/** Reads a text, parsed by `parse`. Throws 400 for bytes that are not UTF-8, the encoding of JSON (RFC 8259) and of our forms. */
const readText = async <T>(request: Request, parse: (text: string) => T): Promise<T> => {
  const bytes = await readBody(request);
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid_request', 'The body must be a form or a JSON object, in UTF-8.');
  }
};

/** The Content-Type without its parameters, or '' without one. */
export const mediaTypeOf = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export const isForm = (request: Request): boolean =>
  mediaTypeOf(request) === 'application/x-www-form-urlencoded';

/** Throws 400 for a field that is given twice, since neither value is the right one. */
const fieldsOf = (params: URLSearchParams): Record<string, string> => {
  const fields = [...params];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new Problem('invalid_request', 'Send each field once.');
  return Object.fromEntries(fields);
};

/** The body as JSON, parsed by its schema. Throws 400, 413 or 415. */
export const readJson = async <T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> => {
  const body = await readText(request, (text): unknown => {
    if (text === '' || mediaTypeOf(request) === 'application/json') return JSON.parse(text);
    throw new Problem('unsupported_media_type', 'Send the body as application/json.');
  });
  return parseWith(schema, body);
};

/** The body of a plain HTML form, else JSON, parsed by the same schema. Throws 400, 413 or 415. */
export const readFormOrJson = async <T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> => {
  if (!isForm(request)) return readJson(request, schema);
  const form = await readText(request, (text) => new URLSearchParams(text));
  return parseWith(schema, fieldsOf(form));
};

/** The query of the address, parsed by its schema. Throws 400. */
export const readQuery = <T>(request: Request, schema: z.ZodMiniType<T>): T =>
  parseWith(schema, fieldsOf(new URL(request.url).searchParams));
