import { MAX_GUIDE_BYTES } from '#pdf/limits.ts';
import { NOT_PDF } from '#pdf/refusal.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { refuse } from './refusals.ts';

/**
 * Netlify takes 6 MB in one request, and encodes binary bodies in base64
 * (docs.netlify.com/build/functions/overview). The rest is for the form around the file.
 */
const MAX_UPLOAD_BODY_BYTES = 4_400_000;

const MEBIBYTE = 1024 * 1024;

/** A file that was sent in one request. */
export type UploadedFile = {
  /** Its name on the owner's machine. */
  readonly name: string;
  /** The product's id; null where the request has none. */
  readonly product: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

const tooLarge = (): Problem => {
  const [here, parts] = [(MAX_UPLOAD_BODY_BYTES / 1e6).toFixed(1), MAX_GUIDE_BYTES / MEBIBYTE];
  const words = `A file sent in one request can have ${here} MB. The upload page accepts ${parts} MB.`;
  return new Problem('file_too_large', words);
};

const readFile = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const body = await readBody(request, MAX_UPLOAD_BODY_BYTES).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'body_too_large' ? tooLarge() : error;
  });
  return new Uint8Array(body);
};

/** Browsers send these for a type that they do not know. */
const UNKNOWN: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** An empty field is one that the owner did not fill in. */
const textOf = (field: FormDataEntryValue | null): string | null =>
  typeof field === 'string' && field !== '' ? field : null;

const readMultipart = async (request: Request): Promise<UploadedFile> => {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const body = await readFile(request);
  const form = await new Response(body, { headers }).formData().catch(() => null);
  const files = form?.getAll('file') ?? [];
  const [file] = files;
  if (!form || files.length > 1 || !(file instanceof File)) {
    throw new Problem('invalid_request', 'file: Send one file as multipart/form-data.');
  }
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/pdf' && !UNKNOWN.has(type)) throw refuse(NOT_PDF);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, product: textOf(form.get('product')), bytes };
};

const readBare = async (request: Request): Promise<UploadedFile> => {
  const query = new URL(request.url).searchParams;
  return {
    name: query.get('name') ?? '',
    product: textOf(query.get('product')),
    bytes: await readFile(request),
  };
};

/** Reads a PDF from a form, or a bare one with its name in the query. Throws 400, 413 or 415. */
export const readUploadedFile = (request: Request): Promise<UploadedFile> => {
  const type = mediaTypeOf(request);
  if (type === 'multipart/form-data') return readMultipart(request);
  if (type === 'application/pdf') return readBare(request);
  throw refuse(NOT_PDF);
};
