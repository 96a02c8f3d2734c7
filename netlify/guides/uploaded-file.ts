import { MAX_GUIDE_BYTES } from '#pdf/limits.ts';
import { NOT_PDF, type Refusal } from '#pdf/refusal.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';

/**
 * What fits into one request: Netlify takes 6 MB, and binary ones in base64
 * (docs.netlify.com/build/functions/overview), with some room for the words around the file.
 */
const MAX_UPLOAD_BODY_BYTES = 4_400_000;

const MEBIBYTE = 1024 * 1024;

/** One file as it was sent in one request. */
export type UploadedFile = {
  /** As it is called on the owner's machine. */
  readonly name: string;
  /** The id that was given with it, if one was. */
  readonly product: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** A file that cannot be a guide, told in the words of whoever looked. */
export const refuse = ({ code, reason }: Refusal): Problem => new Problem(code, reason);

const tooLarge = (): Problem => {
  const [here, parts] = [(MAX_UPLOAD_BODY_BYTES / 1e6).toFixed(1), MAX_GUIDE_BYTES / MEBIBYTE];
  const words = `In one request a file may have ${here} MB. The upload page takes ${parts} MB.`;
  return new Problem('file_too_large', words);
};

const readFile = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const body = await readBody(request, MAX_UPLOAD_BODY_BYTES).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'body_too_large' ? tooLarge() : error;
  });
  return new Uint8Array(body);
};

/** Browsers say this of what they do not know, and forms of what has no type. */
const UNKNOWN: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** An empty field is one that was left as it was. */
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

/** A PDF as a form sends it, or bare with its name in the query. Throws 400, 413 or 415. */
export const readUploadedFile = (request: Request): Promise<UploadedFile> => {
  const type = mediaTypeOf(request);
  if (type === 'multipart/form-data') return readMultipart(request);
  if (type === 'application/pdf') return readBare(request);
  throw refuse(NOT_PDF);
};
